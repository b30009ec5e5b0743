CREATE TABLE "key_fingerprint" (
	"name" text PRIMARY KEY NOT NULL,
	"fingerprint" "bytea" NOT NULL
);
--> statement-breakpoint
-- Audit rows go when they are old enough, by `forget_audit` alone: it says until when, for its own transaction. The
-- application may neither delete rows nor call it.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < nullif(current_setting('sverka.audit_before', true), '')::timestamptz THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
-- Removes rows older than `p_days`, of the `p_most` oldest ones: found by their numbers, which rise with time. Returns
-- how many went.
CREATE FUNCTION forget_audit(p_days integer, p_most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_before timestamptz := now() - make_interval(days => p_days);
  v_removed integer;
BEGIN
  PERFORM set_config('sverka.audit_before', v_before::text, true);
  DELETE FROM audit_event WHERE id IN (
    SELECT oldest.id FROM (SELECT a.id, a.at FROM audit_event a ORDER BY a.id LIMIT p_most) oldest
    WHERE oldest.at < v_before);
  GET DIAGNOSTICS v_removed = ROW_COUNT;
  PERFORM set_config('sverka.audit_before', '', true);
  RETURN v_removed;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION forget_audit FROM PUBLIC;
