CREATE TABLE "signup_terms" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "signup_terms_one" CHECK ("signup_terms"."id" = 1),
	CONSTRAINT "signup_terms_some" CHECK ("signup_terms"."requests" >= 0)
);
--> statement-breakpoint
ALTER TABLE "source" ADD CONSTRAINT "source_status_known" CHECK ("source"."status" in ('active', 'waiting', 'disabled', 'deleting'));