ALTER TABLE "replan_history" ADD COLUMN "kind" text DEFAULT 'replan' NOT NULL;--> statement-breakpoint
ALTER TABLE "replan_history" ADD COLUMN "decided_by" jsonb;--> statement-breakpoint
ALTER TABLE "replan_history" ADD COLUMN "changed" integer;--> statement-breakpoint
ALTER TABLE "replan_history" ADD COLUMN "sunk" jsonb;--> statement-breakpoint
ALTER TABLE "replan_history" ADD COLUMN "spent" jsonb;--> statement-breakpoint
ALTER TABLE "replan_history" DROP COLUMN "started_by";--> statement-breakpoint
ALTER TABLE "replan_history" DROP CONSTRAINT "replan_history_run_id_number_pk";--> statement-breakpoint
ALTER TABLE "replan_history" ADD CONSTRAINT "replan_history_run_id_kind_number_pk" PRIMARY KEY("run_id","kind","number");
