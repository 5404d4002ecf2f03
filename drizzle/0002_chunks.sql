-- Nothing has been written to the earlier form of this table.
DROP TABLE "stream_chunks";--> statement-breakpoint
CREATE TABLE "stream_chunks" (
	"run_id" text NOT NULL,
	"chunk_no" integer NOT NULL,
	"epoch" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"task_id" text,
	"attempt" integer,
	"step" integer,
	"role" text NOT NULL,
	"stream_id" text NOT NULL,
	"seq" integer NOT NULL,
	"text" text NOT NULL,
	"done" boolean NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stream_chunks_run_id_chunk_no_epoch_pk" PRIMARY KEY("run_id","chunk_no","epoch")
);
