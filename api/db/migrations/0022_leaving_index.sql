CREATE TABLE "leaving_index" (
	"source_id" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "leaving_index" ADD CONSTRAINT "leaving_index_source_id_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."source"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- A removal that was interrupted: nothing of these sources is to stay.
INSERT INTO "leaving_index" SELECT DISTINCT "source_id" FROM "source_portion" JOIN "source" ON "source"."id" = "source_id"
  WHERE "source"."status" = 'deleting' OR "source"."records" = 0;
--> statement-breakpoint
DROP TABLE "source_portion" CASCADE;
