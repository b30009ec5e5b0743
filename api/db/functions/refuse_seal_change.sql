-- Seals stay for good. Of one whose rows are too old the hashes of the rows go, by `forget_audit` alone.
CREATE OR REPLACE FUNCTION refuse_seal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.newest_at < nullif(current_setting('sverka.audit_before', true), '')::timestamptz
    AND (NEW.n, NEW.first_id, NEW.last_id, NEW.row_count, NEW.newest_at, NEW.digest, NEW.hash, NEW.sealed_at)
      = (OLD.n, OLD.first_id, OLD.last_id, OLD.row_count, OLD.newest_at, OLD.digest, OLD.hash, OLD.sealed_at)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
