CREATE TABLE "api_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"masked" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used" timestamp with time zone,
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" integer,
	"via" text NOT NULL,
	"action" text NOT NULL,
	"purpose" text,
	"query_tokens" bigint[],
	"source_keys" text[],
	"result_count" integer,
	"record_ids" bigint[],
	"ip_prefix" text,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "credit_ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"delta" integer NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_ledger_once" UNIQUE("kind","ref"),
	CONSTRAINT "credit_ledger_kind_known" CHECK ("credit_ledger"."kind" in ('signup', 'search', 'refund', 'payment', 'admin', 'grant'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"charged" smallint NOT NULL,
	"is_complete" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "import_batch" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_id" smallint NOT NULL,
	"file_name" text NOT NULL,
	"file_sha256" "bytea",
	"state" text DEFAULT 'running' NOT NULL,
	"stored" bigint DEFAULT 0 NOT NULL,
	"rejected" bigint DEFAULT 0 NOT NULL,
	"suppressed" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ip_exceptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ip_exceptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ip_address" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	CONSTRAINT "ip_exceptions_ip_address_unique" UNIQUE("ip_address")
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"category" text NOT NULL,
	"date" timestamp with time zone DEFAULT now() NOT NULL,
	"summary" text NOT NULL,
	"author" text NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "numbering_edition" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "numbering_edition_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"files" text[] NOT NULL,
	"ranges" integer NOT NULL,
	"loaded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_range" (
	"lo" bigint PRIMARY KEY NOT NULL,
	"hi" bigint NOT NULL,
	"operator" text NOT NULL,
	"region" text NOT NULL,
	"country" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "phone_range_order" CHECK ("phone_range"."lo" <= "phone_range"."hi"),
	CONSTRAINT "phone_range_kind_known" CHECK ("phone_range"."kind" in ('official', 'approximate', 'synthetic'))
);
--> statement-breakpoint
CREATE TABLE "rec" (
	"id" bigint PRIMARY KEY NOT NULL,
	"src" smallint NOT NULL,
	"batch" integer NOT NULL,
	"rid" text NOT NULL,
	"doc" text NOT NULL,
	"k" bigint[] NOT NULL,
	"sur" bigint,
	"subj" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_answer" (
	"user_id" integer NOT NULL,
	"key" "bytea" NOT NULL,
	"requests_left" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_answer_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "search_delivery" (
	"history_id" bigint PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"query_key" "bytea" NOT NULL,
	"client_key" text,
	"charged" smallint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"query" text NOT NULL,
	"is_api" boolean DEFAULT false NOT NULL,
	"results_count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"refresh_hash" "bytea" NOT NULL,
	"previous_hash" "bytea",
	"rotated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_refresh_hash_unique" UNIQUE("refresh_hash")
);
--> statement-breakpoint
CREATE TABLE "source_metric" (
	"source_id" smallint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"queries" bigint DEFAULT 0 NOT NULL,
	"hits" bigint DEFAULT 0 NOT NULL,
	"slow" bigint DEFAULT 0 NOT NULL,
	"failures" bigint DEFAULT 0 NOT NULL,
	"time_us" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "source_metric_source_id_hour_pk" PRIMARY KEY("source_id","hour")
);
--> statement-breakpoint
CREATE TABLE "source" (
	"id" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "source_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"title" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"kind" text,
	"origin" text,
	"basis" text,
	"controller" text,
	"evidence_url" text,
	"retention_days" integer,
	"obtained_at" date,
	"review_due" date,
	"fields" text[],
	"columns" jsonb NOT NULL,
	"records" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "source_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "suppression" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suppression_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token" "bytea" NOT NULL,
	"prefix" bigint NOT NULL,
	"kind" text NOT NULL,
	"class" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppression_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"requests_count" integer DEFAULT 0 NOT NULL,
	"telegram_chat_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_username_key_unique" UNIQUE("username_key"),
	CONSTRAINT "users_requests_not_negative" CHECK ("users"."requests_count" >= 0),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('Обычный пользователь', 'Инфинити', 'Администратор'))
);
--> statement-breakpoint
CREATE TABLE "vocabulary" (
	"spelling" text NOT NULL,
	"form" text NOT NULL,
	"near" bigint[] NOT NULL,
	CONSTRAINT "vocabulary_spelling_form_pk" PRIMARY KEY("spelling","form")
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_batch" ADD CONSTRAINT "import_batch_source_id_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."source"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ip_exceptions" ADD CONSTRAINT "ip_exceptions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_history" ADD CONSTRAINT "search_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_user" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_event_actor" ON "audit_event" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "credit_ledger_user" ON "credit_ledger" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rec_k" ON "rec" USING gin ("k") WITH (gin_pending_list_limit=64);--> statement-breakpoint
CREATE INDEX "rec_k_sample" ON "rec" USING gin ("k") WITH (fastupdate=false) WHERE (id & 63) = 0;--> statement-breakpoint
CREATE INDEX "rec_sur" ON "rec" USING btree ("sur","src","id");--> statement-breakpoint
CREATE INDEX "search_answer_age" ON "search_answer" USING btree ("at");--> statement-breakpoint
CREATE INDEX "search_delivery_question" ON "search_delivery" USING btree ("user_id","query_key");--> statement-breakpoint
CREATE INDEX "search_history_user" ON "search_history" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "search_history_age" ON "search_history" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_previous" ON "sessions" USING btree ("previous_hash");--> statement-breakpoint
CREATE INDEX "sessions_end" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "suppression_prefix" ON "suppression" USING btree ("prefix");--> statement-breakpoint
CREATE INDEX "throttles_window" ON "throttles" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "vocabulary_near" ON "vocabulary" USING gin ("near") WITH (fastupdate=false);