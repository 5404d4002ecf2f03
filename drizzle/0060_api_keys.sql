CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"digest" text NOT NULL,
	"prefix" text NOT NULL,
	"capabilities" text[] NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" jsonb NOT NULL,
	"made_by_key" text,
	"ends_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" jsonb,
	CONSTRAINT "api_keys_capabilities_check" CHECK ("api_keys"."capabilities" <@ array['view', 'operate', 'review', 'admin']::text[])
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_made_by_key_api_keys_id_fk" FOREIGN KEY ("made_by_key") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_by_digest" ON "api_keys" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "api_keys_by_workspace" ON "api_keys" USING btree ("workspace_id","created_at");