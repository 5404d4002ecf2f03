CREATE TABLE "notification_choices" (
	"workspace_id" text NOT NULL,
	"person_id" text NOT NULL,
	"events" text[] NOT NULL,
	CONSTRAINT "notification_choices_workspace_id_person_id_pk" PRIMARY KEY("workspace_id","person_id"),
	CONSTRAINT "notification_choices_events_check" CHECK ("notification_choices"."events" <@ array['gate.opened', 'run.failed', 'run.completed']::text[])
);
--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN "owner" text;