-- The only way to move a balance: one ledger row and the cached sum on the account, in the caller's transaction.
-- `p_ref` names the cause, once for each kind. Returns the new balance, or NULL when nothing was left to do: this cause
-- was booked before, or the account is gone. Raises 'insufficient_credits' rather than go below zero.
--
-- It works with the owner's rights, so that the application can book, and cannot write either table by itself.
CREATE OR REPLACE FUNCTION post_credit(p_user integer, p_kind text, p_ref text, p_delta integer) RETURNS integer
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

REVOKE EXECUTE ON FUNCTION post_credit FROM PUBLIC;
