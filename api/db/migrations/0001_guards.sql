-- What drizzle cannot say: the application's role, append-only tables, the short-lived answers, the charge.

-- The application works as this role; migrations and loads as the owner. A server that does not let us make roles
-- still has the triggers below.
DO $$
BEGIN
  CREATE ROLE sverka_app NOLOGIN;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
  WHEN insufficient_privilege THEN RAISE NOTICE 'role sverka_app cannot be created here';
END $$;
--> statement-breakpoint
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
-- Answers for the 30-second replay. Unlogged on purpose: they are rewritten by a repeated search, they need no
-- place in the write-ahead log, and a crash forgets them.
CREATE UNLOGGED TABLE search_answer (
  user_id integer NOT NULL,
  key bytea NOT NULL,
  answer text NOT NULL,
  charged smallint NOT NULL,
  requests_left integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
--> statement-breakpoint
CREATE INDEX search_answer_age ON search_answer (at);
--> statement-breakpoint
-- The one place where a search is paid for. Under the lock on the user's row it decides, in this order: a repeated
-- client key, a replay within 30 seconds, the balance; then writes history, ledger and audit together. What it
-- returns is what the caller may answer:
--   done        charged as said in `charged`; history and audit written
--   replay      the stored answer of an earlier call is in `answer`
--   repeat      a known client key whose answer is no longer kept: answer again, nothing is charged
--   key_reused  the client key was used with another request
--   no_credits  nothing left
--   gone        no such user
CREATE FUNCTION charge_search(
  p_user integer, p_query text, p_is_api boolean, p_results integer, p_complete boolean,
  p_query_key bytea, p_client_key text, p_answer text,
  p_tokens bigint[], p_sources text[], p_records bigint[], p_ip_prefix text,
  p_cost integer, p_replay interval, p_keep_key interval
) RETURNS TABLE (outcome text, charged smallint, requests_left integer, answer text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_role text;
  v_left integer;
  v_charged smallint := 0;
  v_history bigint;
  v_known idempotency_key%ROWTYPE;
  v_stored search_answer%ROWTYPE;
  v_via text := CASE WHEN p_is_api THEN 'api' ELSE 'ui' END;
BEGIN
  SELECT u.role, u.requests_count INTO v_role, v_left FROM users u WHERE u.id = p_user FOR UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'gone', 0::smallint, 0, NULL::text;
    RETURN;
  END IF;

  IF p_client_key IS NOT NULL THEN
    SELECT * INTO v_known FROM idempotency_key i
      WHERE i.user_id = p_user AND i.key = p_client_key AND i.created_at > now() - p_keep_key;
    IF FOUND THEN
      IF v_known.body_hash <> p_query_key THEN
        RETURN QUERY SELECT 'key_reused', 0::smallint, v_left, NULL::text;
        RETURN;
      END IF;
      SELECT * INTO v_stored FROM search_answer a
        WHERE a.user_id = p_user AND a.key = p_query_key AND a.at > now() - p_replay;
      IF FOUND THEN
        RETURN QUERY SELECT 'replay', v_known.charged, v_stored.requests_left, v_stored.answer;
        RETURN;
      END IF;
      INSERT INTO audit_event (actor_kind, actor_id, via, action, query_tokens, source_keys, result_count, record_ids, ip_prefix)
        VALUES ('user', p_user, v_via, 'search_repeat', p_tokens, p_sources, p_results, p_records, p_ip_prefix);
      RETURN QUERY SELECT 'repeat', v_known.charged, v_left, NULL::text;
      RETURN;
    END IF;
  END IF;

  SELECT * INTO v_stored FROM search_answer a
    WHERE a.user_id = p_user AND a.key = p_query_key AND a.at > now() - p_replay;
  IF FOUND THEN
    IF p_client_key IS NOT NULL THEN
      INSERT INTO idempotency_key AS i (user_id, key, body_hash, charged) VALUES (p_user, p_client_key, p_query_key, 0)
        ON CONFLICT (user_id, key) DO UPDATE SET body_hash = excluded.body_hash, charged = 0, created_at = now();
    END IF;
    RETURN QUERY SELECT 'replay', 0::smallint, v_left, v_stored.answer;
    RETURN;
  END IF;

  IF p_complete AND v_role <> 'Инфинити' THEN
    IF v_left < p_cost THEN
      RETURN QUERY SELECT 'no_credits', 0::smallint, v_left, NULL::text;
      RETURN;
    END IF;
    v_left := v_left - p_cost;
    v_charged := p_cost;
    UPDATE users u SET requests_count = v_left WHERE u.id = p_user;
  END IF;

  INSERT INTO search_history (user_id, query, is_api, results_count)
    VALUES (p_user, p_query, p_is_api, p_results) RETURNING id INTO v_history;
  IF v_charged > 0 THEN
    INSERT INTO credit_ledger (user_id, delta, kind, ref) VALUES (p_user, -v_charged, 'search', v_history::text);
  END IF;
  INSERT INTO audit_event (actor_kind, actor_id, via, action, query_tokens, source_keys, result_count, record_ids, ip_prefix, detail)
    VALUES ('user', p_user, v_via, 'search', p_tokens, p_sources, p_results, p_records, p_ip_prefix,
            jsonb_build_object('history_id', v_history, 'charged', v_charged, 'complete', p_complete));
  IF p_client_key IS NOT NULL THEN
    INSERT INTO idempotency_key AS i (user_id, key, body_hash, charged) VALUES (p_user, p_client_key, p_query_key, v_charged)
      ON CONFLICT (user_id, key) DO UPDATE SET body_hash = excluded.body_hash, charged = excluded.charged, created_at = now();
  END IF;
  -- A partial answer is not kept: the next try must ask the failed source again.
  IF p_complete THEN
    INSERT INTO search_answer AS a (user_id, key, answer, charged, requests_left)
      VALUES (p_user, p_query_key, p_answer, v_charged, v_left)
      ON CONFLICT (user_id, key) DO UPDATE
        SET answer = excluded.answer, charged = excluded.charged, requests_left = excluded.requests_left, at = now();
  END IF;
  RETURN QUERY SELECT 'done', v_charged, v_left, NULL::text;
END $$;
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'sverka_app') THEN
    GRANT USAGE ON SCHEMA public TO sverka_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO sverka_app;
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO sverka_app;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO sverka_app;
    REVOKE UPDATE, DELETE, TRUNCATE ON credit_ledger, audit_event FROM sverka_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO sverka_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO sverka_app;
  END IF;
END $$;
