CREATE TABLE "record_rule" (
	"rule" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppression_change" (
	"count" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "suppression_expires" ON "suppression" USING btree ("expires_at");--> statement-breakpoint
INSERT INTO suppression_change DEFAULT VALUES;
--> statement-breakpoint
CREATE FUNCTION count_suppression_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE suppression_change SET count = count + 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER suppression_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON suppression
  FOR EACH STATEMENT EXECUTE FUNCTION count_suppression_change();
--> statement-breakpoint
-- Records that are there already were stored before there was a rule to name.
INSERT INTO record_rule SELECT CASE WHEN EXISTS (SELECT FROM rec) THEN 0 ELSE 1 END;
