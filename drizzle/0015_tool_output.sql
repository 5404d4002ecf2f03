ALTER TABLE "stream_chunks" ADD COLUMN "call_id" text;--> statement-breakpoint
ALTER TABLE "stream_chunks" ADD COLUMN "stream" text;--> statement-breakpoint
ALTER TABLE "stream_chunks" ADD COLUMN "meta" jsonb;