-- Removes rows older than `p_days` in whole sealed batches, of the `p_most` oldest rows but of one batch at least: its seal
-- stays, without the hashes of its rows. Returns how many rows went.
CREATE OR REPLACE FUNCTION forget_audit(p_days integer, p_most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_before timestamptz := now() - make_interval(days => p_days);
  v_removed integer;
  v_last integer;
BEGIN
  SELECT max(n) INTO v_last FROM (
    SELECT n, row_count, sum(row_count) OVER (ORDER BY n) AS summed,
      bool_and(newest_at < v_before) OVER (ORDER BY n) AS is_old
    FROM (SELECT n, row_count, newest_at FROM audit_seal WHERE dropped_at IS NULL ORDER BY n LIMIT p_most) AS oldest
  ) AS batches WHERE is_old AND (summed <= p_most OR summed = row_count);
  IF v_last IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM set_config('sverka.audit_before', v_before::text, true);
  DELETE FROM audit_event WHERE id <= (SELECT last_id FROM audit_seal WHERE n = v_last);
  GET DIAGNOSTICS v_removed = ROW_COUNT;
  UPDATE audit_seal SET ids = NULL, row_hashes = NULL, dropped_at = now() WHERE dropped_at IS NULL AND n <= v_last;
  PERFORM set_config('sverka.audit_before', '', true);
  RETURN v_removed;
END $$;

REVOKE EXECUTE ON FUNCTION forget_audit FROM PUBLIC;
