ALTER TABLE "templates" DROP CONSTRAINT "templates_kind_check";--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_kind_check" CHECK ("templates"."kind" in ('plan', 'review'));