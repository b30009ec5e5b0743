CREATE TABLE "chain_cursor" (
	"network" text PRIMARY KEY NOT NULL,
	"settled_block" bigint NOT NULL,
	"settled_hash" text NOT NULL,
	"settled_time" timestamp with time zone NOT NULL,
	"head_block" bigint NOT NULL,
	"head_time" timestamp with time zone NOT NULL,
	"scanned_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_watch" (
	"network" text PRIMARY KEY NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_halted" boolean DEFAULT false NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"last_error_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_key" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"xpub" text NOT NULL,
	"next_index" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_key_xpub_unique" UNIQUE("xpub")
);
--> statement-breakpoint
CREATE TABLE "payment_note" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"detail" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_to" text[] DEFAULT '{}' NOT NULL,
	"done_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "payment_note_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "payment_terms" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"rate" numeric(14, 4) NOT NULL,
	"bonus_threshold" numeric(14, 4) NOT NULL,
	"bonus_multiplier" numeric(14, 4) NOT NULL,
	CONSTRAINT "payment_terms_one" CHECK ("payment_terms"."id" = 1),
	CONSTRAINT "payment_terms_positive" CHECK ("payment_terms"."rate" >= 0.01 and "payment_terms"."bonus_multiplier" >= 1)
);
--> statement-breakpoint
CREATE TABLE "payment_transfer" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_transfer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"block_time" timestamp with time zone NOT NULL,
	"from_account" text NOT NULL,
	"to_account" text NOT NULL,
	"token_contract" text NOT NULL,
	"units" numeric(78, 0) NOT NULL,
	"micro" bigint NOT NULL,
	"state" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"review_reason" text,
	"decision" text,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decided_credits" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_transfer_once" UNIQUE("network","tx_hash","log_index"),
	CONSTRAINT "payment_transfer_some" CHECK ("payment_transfer"."units" > 0 and "payment_transfer"."micro" >= 0),
	CONSTRAINT "payment_transfer_state" CHECK ("payment_transfer"."state" in ('seen', 'settled', 'orphaned')),
	CONSTRAINT "payment_transfer_decision" CHECK ("payment_transfer"."decision" in ('credited', 'dismissed'))
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"network" text NOT NULL,
	"token_contract" text NOT NULL,
	"address" text NOT NULL,
	"account" text NOT NULL,
	"key_id" integer NOT NULL,
	"key_index" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"rate" numeric(14, 4) NOT NULL,
	"bonus_threshold" numeric(14, 4) NOT NULL,
	"bonus_multiplier" numeric(14, 4) NOT NULL,
	"created_block" bigint,
	"client_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"confirmed_by" integer,
	"status" text DEFAULT 'pending' NOT NULL,
	"exception" text DEFAULT 'none' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"received_micro" bigint DEFAULT 0 NOT NULL,
	"seen_micro" bigint DEFAULT 0 NOT NULL,
	"bonus_applied" boolean DEFAULT false NOT NULL,
	"credited" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp with time zone,
	"last_hash" text,
	"last_block" bigint,
	"last_network" text,
	"due" boolean DEFAULT false NOT NULL,
	"witnessed_at" timestamp with time zone,
	CONSTRAINT "payment_account_unique" UNIQUE("account"),
	CONSTRAINT "payment_index_once" UNIQUE("key_id","key_index"),
	CONSTRAINT "payment_status_known" CHECK ("payment"."status" in ('pending', 'completed', 'expired', 'cancelled')),
	CONSTRAINT "payment_exception_known" CHECK ("payment"."exception" in ('none', 'partial', 'over', 'late', 'marked', 'review')),
	CONSTRAINT "payment_amounts" CHECK ("payment"."amount_cents" > 0 and "payment"."credited" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_reconciliation" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_reconciliation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credit_ledger" DROP CONSTRAINT "credit_ledger_kind_known";--> statement-breakpoint
ALTER TABLE "payment_transfer" ADD CONSTRAINT "payment_transfer_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_key_id_payment_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."payment_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_note_due" ON "payment_note" USING btree ("next_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "payment_transfer_payment" ON "payment_transfer" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_transfer_seen" ON "payment_transfer" USING btree ("network") WHERE state = 'seen';--> statement-breakpoint
CREATE INDEX "payment_transfer_review" ON "payment_transfer" USING btree ("id") WHERE review_reason is not null and decision is null;--> statement-breakpoint
CREATE INDEX "payment_transfer_hash" ON "payment_transfer" USING btree ("tx_hash");--> statement-breakpoint
CREATE INDEX "payment_user" ON "payment" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_newest" ON "payment" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_due" ON "payment" USING btree ("user_id","id") WHERE due;--> statement-breakpoint
CREATE INDEX "payment_open" ON "payment" USING btree ("network","expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_client_key" ON "payment" USING btree ("user_id","client_key") WHERE client_key is not null;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_kind_known" CHECK ("credit_ledger"."kind" in ('signup', 'search', 'refund', 'payment', 'manual', 'admin', 'grant'));
--> statement-breakpoint
-- A payment as it is shown, to its user and to administrators.
CREATE VIEW payment_shown AS
SELECT p.id, p.user_id AS "userId", u.username, p.network, p.token_contract AS "tokenContract", p.address, p.account,
  p.amount_cents AS "amountCents", p.rate::float8 AS rate, p.bonus_threshold::float8 AS "bonusThreshold",
  p.bonus_multiplier::float8 AS "bonusMultiplier", p.status, p.exception, p.created_at AS "createdAt",
  p.due_at AS "dueAt", p.expires_at AS "expiresAt", p.completed_at AS "completedAt", p.confirmed_at AS "confirmedAt",
  p.received_micro::float8 AS "receivedMicro", p.seen_micro::float8 AS "seenMicro", p.bonus_applied AS "bonusApplied",
  -- With what administrators gave for its transfers.
  p.credited + coalesce((SELECT sum(t.decided_credits) FROM payment_transfer t WHERE t.payment_id = p.id), 0)::int
    AS granted,
  p.last_hash AS "lastHash", p.last_block::float8 AS "lastBlock", p.last_network AS "lastNetwork",
  c.head_block::float8 AS "headBlock", c.settled_block::float8 AS "settledBlock", a.username AS "confirmedBy",
  p.deleted_at IS NOT NULL AS "isDeleted"
FROM payment p
LEFT JOIN users u ON u.id = p.user_id
LEFT JOIN users a ON a.id = p.confirmed_by
LEFT JOIN chain_cursor c ON c.network = coalesce(p.last_network, p.network);
