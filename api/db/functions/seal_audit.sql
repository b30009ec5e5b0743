-- Seals the oldest rows of the audit that no transaction under way can still slip between, at most `p_most` of them; fewer
-- only when there are as many, or the oldest has waited for `p_wait`. Returns how many. Whoever calls comes alone.
--
-- Numbers are given in their order, so all below the highest one that is seen are given when it is. Those that are not seen
-- belong to transactions that are under way: once these are over nothing comes below it any more. A number that was never
-- given is not sealed: it would stand above all that are.
CREATE OR REPLACE FUNCTION seal_audit(p_most integer, p_wait interval) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_before record;
  v_given bigint;
  v_after bigint;
  v_due record;
  v_first bigint;
  v_last bigint;
  v_rows integer;
  v_newest timestamptz;
  v_ids bigint[];
  v_hashes bytea;
  v_digest bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(73200021);
  SELECT * INTO v_before FROM audit_seal ORDER BY n DESC LIMIT 1;
  SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END INTO v_given FROM audit_event_id_seq;
  v_after := coalesce(v_before.last_id, 0);
  IF v_after > v_given THEN
    SELECT coalesce(max(id), 0) INTO v_after FROM audit_seal, unnest(ids) AS id WHERE id <= v_given;
  END IF;
  SELECT * INTO v_due FROM audit_seal_due;
  IF v_due.last_id IS NULL OR v_due.last_id <= v_after OR v_due.last_id > v_given THEN
    DELETE FROM audit_seal_due;
    INSERT INTO audit_seal_due SELECT max(id), pg_snapshot_xmax(pg_current_snapshot()) FROM audit_event
      WHERE id > v_after AND id <= v_given HAVING max(id) IS NOT NULL;
    RETURN 0;
  END IF;
  IF pg_snapshot_xmin(pg_current_snapshot()) < v_due.until_xid THEN
    RETURN 0;
  END IF;
  SELECT min(id), max(id), count(*), max(at), array_agg(id ORDER BY id),
      string_agg(audit_row_hash(id), '' ORDER BY id)
    INTO v_first, v_last, v_rows, v_newest, v_ids, v_hashes
    FROM (SELECT id, at FROM audit_event WHERE id > v_after AND id <= v_due.last_id
      ORDER BY id LIMIT p_most) AS due;
  IF v_rows < p_most AND NOT EXISTS (SELECT FROM audit_event WHERE id = v_first AND at < now() - p_wait) THEN
    DELETE FROM audit_seal_due;
    RETURN 0;
  END IF;
  v_digest := sha256(convert_to(v_ids::text, 'UTF8') || v_hashes);
  INSERT INTO audit_seal (n, first_id, last_id, row_count, newest_at, digest, hash, ids, row_hashes) VALUES (
    coalesce(v_before.n, 0) + 1, v_first, v_last, v_rows, v_newest, v_digest,
    audit_seal_hash(coalesce(v_before.n, 0) + 1, v_first, v_last, v_rows, v_newest, v_digest,
      coalesce(v_before.hash, '')), v_ids, v_hashes);
  RETURN v_rows;
END $$;

REVOKE EXECUTE ON FUNCTION seal_audit FROM PUBLIC;
