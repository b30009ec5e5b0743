CREATE TABLE "import_job" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"user_id" integer,
	"source_key" text,
	"file_name" text DEFAULT '' NOT NULL,
	"fingerprint" text DEFAULT '' NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"writer" text,
	"writer_since" timestamp with time zone,
	"asked" jsonb,
	"columns" jsonb,
	"cursor" text,
	"runner" text,
	"beat_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"part" integer DEFAULT 0 NOT NULL,
	"row_count" bigint DEFAULT 0 NOT NULL,
	"rows_per_second" integer,
	"seconds_left" integer,
	"note" text,
	"failure" text,
	"batch_id" integer,
	"report" jsonb,
	"has_rejects" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"queued_at" timestamp with time zone,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "import_job_received" CHECK ("import_job"."received" BETWEEN 0 AND "import_job"."size")
);
--> statement-breakpoint
ALTER TABLE "import_job" ADD CONSTRAINT "import_job_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "import_job_uploading" ON "import_job" USING btree ("user_id","fingerprint","size","file_name") WHERE state = 'uploading';--> statement-breakpoint
CREATE UNIQUE INDEX "import_job_remap" ON "import_job" USING btree ("source_key") WHERE kind = 'remap' AND state IN ('waiting', 'running');