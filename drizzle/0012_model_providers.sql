CREATE TABLE "model_defaults" (
	"workspace_id" text NOT NULL,
	"role" text NOT NULL,
	"model_id" text NOT NULL,
	CONSTRAINT "model_defaults_workspace_id_role_pk" PRIMARY KEY("workspace_id","role")
);
--> statement-breakpoint
CREATE TABLE "model_providers" (
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"base_url" text,
	"api" text,
	"sealed_key" text,
	"key_set_at" timestamp (3) with time zone,
	"key_set_by" text,
	"header_names" text[] DEFAULT '{}' NOT NULL,
	"sealed_headers" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_providers_workspace_id_name_pk" PRIMARY KEY("workspace_id","name")
);
--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "max_output_tokens" integer;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "tool_calling" text DEFAULT 'native' NOT NULL;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "json_schema" boolean DEFAULT true NOT NULL;