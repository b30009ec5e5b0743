CREATE TABLE "search_delivery" (
	"history_id" bigint PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"query_key" "bytea" NOT NULL,
	"client_key" text,
	"charged" smallint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE INDEX "search_delivery_user" ON "search_delivery" USING btree ("user_id");