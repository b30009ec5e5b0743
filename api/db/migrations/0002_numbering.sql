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
