-- An account begins with nothing: whoever may insert one could otherwise give it a balance without the ledger.
CREATE OR REPLACE FUNCTION refuse_first_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a balance is moved by post_credit alone' USING ERRCODE = 'insufficient_privilege';
END $$;
