CREATE TABLE "payment_terms" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"rate" numeric(14, 4) NOT NULL,
	"bonus_threshold" numeric(14, 4) NOT NULL,
	"bonus_multiplier" numeric(14, 4) NOT NULL,
	CONSTRAINT "payment_terms_one" CHECK ("payment_terms"."id" = 1),
	CONSTRAINT "payment_terms_positive" CHECK ("payment_terms"."rate" >= 0.01 and "payment_terms"."bonus_multiplier" >= 1)
);
--> statement-breakpoint
CREATE TABLE "signup_terms" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "signup_terms_one" CHECK ("signup_terms"."id" = 1),
	CONSTRAINT "signup_terms_some" CHECK ("signup_terms"."requests" >= 0)
);
--> statement-breakpoint
ALTER TABLE "source" ADD CONSTRAINT "source_status_known" CHECK ("source"."status" in ('active', 'waiting', 'disabled', 'deleting'));