-- Every day is added up again, those of each role and model too. Without a default: a process of before, which would keep a
-- day without them, fails there and leaves it.
UPDATE "cost_days" SET "kept" = false WHERE "kept";--> statement-breakpoint
TRUNCATE "cost_day_sums";--> statement-breakpoint
ALTER TABLE "cost_day_sums" DROP CONSTRAINT "cost_day_sums_workspace_id_side_day_line_key_pk";--> statement-breakpoint
ALTER TABLE "cost_day_sums" ADD COLUMN "filter" text NOT NULL;--> statement-breakpoint
ALTER TABLE "cost_day_sums" ADD COLUMN "filter_key" text NOT NULL;--> statement-breakpoint
ALTER TABLE "cost_day_sums" ADD CONSTRAINT "cost_day_sums_pk" PRIMARY KEY("workspace_id","filter","filter_key","side","day","line","key");--> statement-breakpoint
ALTER TABLE "cost_day_sums" ADD CONSTRAINT "cost_day_sums_filter_check" CHECK ("cost_day_sums"."filter" in ('none', 'role', 'model'));
