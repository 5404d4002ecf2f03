CREATE TABLE "marks" (
	"run_id" text NOT NULL,
	"subject" text NOT NULL,
	"person_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"task_id" text,
	"verdict" text NOT NULL,
	"note" text NOT NULL,
	"by" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "marks_run_id_subject_person_id_pk" PRIMARY KEY("run_id","subject","person_id"),
	CONSTRAINT "marks_kind_check" CHECK ("marks"."kind" in ('decision', 'answer')),
	CONSTRAINT "marks_verdict_check" CHECK ("marks"."verdict" in ('right', 'wrong'))
);
