-- Removes rows older than `p_days`, of the `p_most` oldest ones: found by their numbers, which rise with time. Returns
-- how many went.
CREATE OR REPLACE FUNCTION forget_audit(p_days integer, p_most integer) RETURNS integer LANGUAGE plpgsql AS $$
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

REVOKE EXECUTE ON FUNCTION forget_audit FROM PUBLIC;
