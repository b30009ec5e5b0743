CREATE TABLE "source_portion" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source_id" integer NOT NULL,
	"records" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "source_portion" ADD CONSTRAINT "source_portion_source_id_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."source"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
UPDATE "import_job" SET "report" = ("report" - 'record_number') || jsonb_build_object('id_column', "report" -> 'record_number')
  WHERE "report" -> 'record_number' IS NOT NULL;
