CREATE TABLE "rec_earlier" (
	"n" bigint GENERATED ALWAYS AS IDENTITY (sequence name "rec_earlier_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" bigint NOT NULL,
	"batch" integer NOT NULL,
	"doc" text NOT NULL,
	"k" bigint[] NOT NULL,
	"sur" bigint,
	"subj" bigint[] NOT NULL,
	CONSTRAINT "rec_earlier_id_batch_pk" PRIMARY KEY("id","batch")
);
--> statement-breakpoint
CREATE TABLE "rec_share" (
	"id" bigint NOT NULL,
	"batch" integer NOT NULL,
	"owner" integer NOT NULL,
	CONSTRAINT "rec_share_id_batch_pk" PRIMARY KEY("id","batch")
);
--> statement-breakpoint
ALTER TABLE "import_batch" ADD COLUMN "added" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_batch" ADD COLUMN "changed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "rec_earlier_batch" ON "rec_earlier" USING btree ("batch");--> statement-breakpoint
CREATE INDEX "rec_share_batch" ON "rec_share" USING btree ("batch");--> statement-breakpoint
-- What older batches repeated was not counted apart.
UPDATE import_batch SET added = stored;--> statement-breakpoint
UPDATE source SET status = 'disabled' WHERE (title ~ '[^[:space:]]' AND char_length(title) <= 300 AND kind IN ('ordinary', 'casualty_list', 'sanctions', 'public_register') AND origin IN ('official_register', 'licensed', 'own', 'published_media', 'volunteered', 'synthetic') AND basis IN ('consent', 'contract', 'legal_obligation', 'public_register', 'legitimate_interest', 'journalism', 'synthetic') AND controller ~ '[^[:space:]]' AND char_length(controller) <= 300 AND evidence_url ~ '[^[:space:]]' AND char_length(evidence_url) <= 300 AND evidence_url ~* '^https?:' AND retention_days BETWEEN 1 AND 36500 AND obtained_at IS NOT NULL AND review_due IS NOT NULL AND coalesce(cardinality(fields) > 0, true)) IS NOT TRUE;--> statement-breakpoint
ALTER TABLE "source" ADD CONSTRAINT "source_active_complete" CHECK (status <> 'active' OR (title ~ '[^[:space:]]' AND char_length(title) <= 300 AND kind IN ('ordinary', 'casualty_list', 'sanctions', 'public_register') AND origin IN ('official_register', 'licensed', 'own', 'published_media', 'volunteered', 'synthetic') AND basis IN ('consent', 'contract', 'legal_obligation', 'public_register', 'legitimate_interest', 'journalism', 'synthetic') AND controller ~ '[^[:space:]]' AND char_length(controller) <= 300 AND evidence_url ~ '[^[:space:]]' AND char_length(evidence_url) <= 300 AND evidence_url ~* '^https?:' AND retention_days BETWEEN 1 AND 36500 AND obtained_at IS NOT NULL AND review_due IS NOT NULL AND coalesce(cardinality(fields) > 0, true)) IS TRUE);