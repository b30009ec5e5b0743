CREATE TABLE "search_verdict" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_verdict_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"history_id" bigint NOT NULL,
	"a" text NOT NULL,
	"b" text,
	"a_record" bigint NOT NULL,
	"b_record" bigint,
	"verdict" text NOT NULL,
	"note" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_verdict_known" CHECK ("search_verdict"."verdict" in ('same', 'other', 'unclear')),
	CONSTRAINT "search_verdict_pair" CHECK (("search_verdict"."b" is null) = ("search_verdict"."b_record" is null))
);
--> statement-breakpoint
ALTER TABLE "search_verdict" ADD CONSTRAINT "search_verdict_history_id_search_history_id_fk" FOREIGN KEY ("history_id") REFERENCES "public"."search_history"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "search_verdict_once" ON "search_verdict" USING btree ("history_id","a",coalesce("b", ''));