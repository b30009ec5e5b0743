-- Indices that are there keep their names.
ALTER TABLE "source" ADD COLUMN "index_mark" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "source" ALTER COLUMN "index_mark" SET DEFAULT left(gen_random_uuid()::text, 8);
