CREATE TABLE "record_holder" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"engine" text NOT NULL,
	"target" text,
	"place" text,
	"moved" bigint DEFAULT 0 NOT NULL,
	"leaving" text,
	CONSTRAINT "record_holder_one" CHECK ("record_holder"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "source" ADD COLUMN "adopted" boolean DEFAULT false NOT NULL;