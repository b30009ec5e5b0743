CREATE TABLE "removal_portion" (
	"batch_id" integer PRIMARY KEY NOT NULL,
	"numbers" bigint[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "removal_portion" ADD CONSTRAINT "removal_portion_batch_id_import_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."import_batch"("id") ON DELETE cascade ON UPDATE no action;