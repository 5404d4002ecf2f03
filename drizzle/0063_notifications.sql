CREATE TABLE "notification_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"address" jsonb NOT NULL,
	"secrets" text,
	"events" text[] NOT NULL,
	"digest" text DEFAULT 'off' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_channels_kind_check" CHECK ("notification_channels"."kind" in ('webhook', 'slack', 'email')),
	CONSTRAINT "notification_channels_events_check" CHECK ("notification_channels"."events" <@ array['gate.opened', 'gate.escalated', 'run.failed', 'run.completed']::text[]),
	CONSTRAINT "notification_channels_digest_check" CHECK ("notification_channels"."digest" in ('off', 'hourly', 'daily'))
);
--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"channel_id" text NOT NULL,
	"type" text NOT NULL,
	"run_id" text,
	"approval_id" text,
	"told" jsonb NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "notification_deliveries_type_check" CHECK ("notification_deliveries"."type" in ('gate.opened', 'gate.escalated', 'run.failed', 'run.completed', 'digest', 'test')),
	CONSTRAINT "notification_deliveries_status_check" CHECK ("notification_deliveries"."status" in ('pending', 'held', 'delivered', 'failed', 'digested', 'dropped'))
);
--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_channels_of_workspace" ON "notification_channels" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_by_age" ON "notification_deliveries" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_of_channel" ON "notification_deliveries" USING btree ("channel_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_deliveries_of_run" ON "notification_deliveries" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_held" ON "notification_deliveries" USING btree ("channel_id","created_at") WHERE "notification_deliveries"."status" = 'held';