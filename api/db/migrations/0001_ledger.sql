-- Ledger and audit are append-only for everybody, the owner included: what was written is never changed or removed.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON credit_ledger
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON credit_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The only way to move a balance: one ledger row and the cached sum on the account, in the caller's transaction.
-- `p_ref` names the cause, once for each kind. Returns the new balance, or NULL when nothing was left to do: this cause
-- was booked before, or the account is gone. Raises 'insufficient_credits' rather than go below zero.
--
-- It works with the owner's rights, so that the application can book, and cannot write either table by itself.
CREATE FUNCTION post_credit(p_user integer, p_kind text, p_ref text, p_delta integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path TO public, pg_temp AS $$
DECLARE
  v_balance integer;
BEGIN
  PERFORM FROM users WHERE id = p_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO credit_ledger (user_id, kind, ref, delta) VALUES (p_user, p_kind, p_ref, p_delta)
    ON CONFLICT (kind, ref) DO NOTHING;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE users SET requests_count = requests_count + p_delta
    WHERE id = p_user AND requests_count + p_delta >= 0
    RETURNING requests_count INTO v_balance;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'insufficient_credits' USING ERRCODE = 'check_violation';
  END IF;
  RETURN v_balance;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION post_credit FROM PUBLIC;
--> statement-breakpoint
-- An account begins with nothing: whoever may insert one could otherwise give it a balance without the ledger.
CREATE FUNCTION refuse_first_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a balance is moved by post_credit alone' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER begins_with_nothing BEFORE INSERT ON users
  FOR EACH ROW WHEN (NEW.requests_count <> 0) EXECUTE FUNCTION refuse_first_balance();
