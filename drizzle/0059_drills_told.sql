ALTER TABLE "drills" DROP CONSTRAINT "drills_status_check";--> statement-breakpoint
ALTER TABLE "purges" DROP CONSTRAINT "purges_kind_check";--> statement-breakpoint
ALTER TABLE "retention_progress" DROP CONSTRAINT "retention_progress_kind_check";--> statement-breakpoint
ALTER TABLE "retention_settings" DROP CONSTRAINT "retention_settings_kind_check";--> statement-breakpoint
ALTER TABLE "drills" ADD CONSTRAINT "drills_status_check" CHECK ("drills"."status" in ('open', 'decided', 'expired', 'told'));--> statement-breakpoint
ALTER TABLE "purges" ADD CONSTRAINT "purges_kind_check" CHECK ("purges"."kind" in ('runs', 'payloads', 'live_text', 'blobs', 'drills'));--> statement-breakpoint
ALTER TABLE "retention_progress" ADD CONSTRAINT "retention_progress_kind_check" CHECK ("retention_progress"."kind" in ('runs', 'payloads', 'live_text', 'blobs', 'drills'));--> statement-breakpoint
ALTER TABLE "retention_settings" ADD CONSTRAINT "retention_settings_kind_check" CHECK ("retention_settings"."kind" in ('runs', 'payloads', 'live_text', 'blobs', 'drills'));