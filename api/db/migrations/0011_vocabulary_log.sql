CREATE TABLE "vocabulary_log" (
	"n" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vocabulary_log_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"words" text NOT NULL
);
--> statement-breakpoint
-- Of the words that are there already nobody counted what has them: taken as rare, and as standing beside anything.
INSERT INTO vocabulary_log (words) SELECT json_agg(json_build_array(spelling, 0, -1, -1, -1, -1))::text
  FROM vocabulary HAVING count(*) > 0;
