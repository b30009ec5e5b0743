CREATE TABLE "vocabulary" (
	"spelling" text NOT NULL,
	"form" text NOT NULL,
	"near" bigint[] NOT NULL,
	CONSTRAINT "vocabulary_spelling_form_pk" PRIMARY KEY("spelling","form")
);
--> statement-breakpoint
CREATE INDEX "vocabulary_near" ON "vocabulary" USING gin ("near");