DROP INDEX "search_delivery_user";--> statement-breakpoint
CREATE INDEX "search_delivery_question" ON "search_delivery" USING btree ("user_id","query_key");--> statement-breakpoint
DROP FUNCTION charge_search(integer, text, boolean, integer, boolean, bytea, text, text, bigint[], text[], bigint[], text, integer, interval, interval);
--> statement-breakpoint
-- The one place where a search is paid for. Under the lock on the user's row it decides, in this order: a repeated
-- client key, a replay within 30 seconds, an earlier charge whose answer never left, the balance; then writes history,
-- ledger, audit and the delivery together. What it returns is what the caller may answer:
--   done        charged as said in `charged`; history and audit written
--   replay      the stored answer of an earlier call is in `answer`
--   repeat      paid for before, but the answer is no longer kept: answer again, nothing is charged
--   key_reused  the client key was used with another request
--   no_credits  nothing left
--   gone        no such user
-- `delivery`, when there is one, is the charge that this answer is for: `deliver_searches` is told once it was handed
-- over, otherwise `settle_searches` gives the credit back.
--
-- `search_delivery` is mostly empty and always churning. A plan made while it is empty would be a sequential scan, and
-- would be kept while it grows: hence the setting on all that reads it.
CREATE FUNCTION charge_search(
  p_user integer, p_query text, p_is_api boolean, p_results integer, p_complete boolean,
  p_query_key bytea, p_client_key text, p_answer text,
  p_tokens bigint[], p_sources text[], p_records bigint[], p_ip_prefix text,
  p_cost integer, p_replay interval, p_keep_key interval
) RETURNS TABLE (outcome text, charged smallint, requests_left integer, answer text, delivery bigint)
LANGUAGE plpgsql SET enable_seqscan TO off AS $$
#variable_conflict use_column
DECLARE
  v_role text;
  v_left integer;
  v_charged smallint := 0;
  v_history bigint;
  v_delivery bigint;
  v_known idempotency_key%ROWTYPE;
  v_is_known boolean := false;
  v_stored search_answer%ROWTYPE;
  v_is_stored boolean;
  v_outcome text := 'done';
  v_via text := CASE WHEN p_is_api THEN 'api' ELSE 'ui' END;
BEGIN
  SELECT u.role, u.requests_count INTO v_role, v_left FROM users u WHERE u.id = p_user FOR UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'gone', 0::smallint, 0, NULL::text, NULL::bigint;
    RETURN;
  END IF;

  IF p_client_key IS NOT NULL THEN
    SELECT * INTO v_known FROM idempotency_key i
      WHERE i.user_id = p_user AND i.key = p_client_key AND i.created_at > now() - p_keep_key;
    v_is_known := FOUND;
    IF v_is_known AND v_known.body_hash <> p_query_key THEN
      RETURN QUERY SELECT 'key_reused', 0::smallint, v_left, NULL::text, NULL::bigint;
      RETURN;
    END IF;
  END IF;

  SELECT * INTO v_stored FROM search_answer a
    WHERE a.user_id = p_user AND a.key = p_query_key AND a.at > now() - p_replay;
  v_is_stored := FOUND;

  -- An earlier charge for this very query that nobody is known to have the answer of. This answer is for it, and it
  -- starts to wait anew. A partial answer is not what was paid for. A locked row is being confirmed: it needs nobody.
  IF v_is_stored OR p_complete THEN
    SELECT d.history_id INTO v_delivery FROM search_delivery d
      WHERE d.user_id = p_user AND d.query_key = p_query_key LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF FOUND THEN
      UPDATE search_delivery d SET at = now() WHERE d.history_id = v_delivery;
    END IF;
  END IF;

  IF p_client_key IS NOT NULL AND NOT v_is_known AND (v_is_stored OR v_delivery IS NOT NULL) THEN
    INSERT INTO idempotency_key AS i (user_id, key, body_hash, charged) VALUES (p_user, p_client_key, p_query_key, 0)
      ON CONFLICT (user_id, key) DO UPDATE SET body_hash = excluded.body_hash, charged = 0, created_at = now();
  END IF;

  IF v_is_stored THEN
    RETURN QUERY SELECT 'replay', coalesce(v_known.charged, 0::smallint),
      CASE WHEN v_is_known THEN v_stored.requests_left ELSE v_left END, v_stored.answer, v_delivery;
    RETURN;
  END IF;

  IF v_is_known OR v_delivery IS NOT NULL THEN
    v_outcome := 'repeat';
    v_charged := coalesce(v_known.charged, 0);
    INSERT INTO audit_event (actor_kind, actor_id, via, action, query_tokens, source_keys, result_count, record_ids, ip_prefix, detail)
      VALUES ('user', p_user, v_via, 'search_repeat', p_tokens, p_sources, p_results, p_records, p_ip_prefix,
              CASE WHEN v_delivery IS NOT NULL THEN jsonb_build_object('history_id', v_delivery) END);
  ELSE
    IF p_complete AND v_role <> 'Инфинити' THEN
      IF v_left < p_cost THEN
        RETURN QUERY SELECT 'no_credits', 0::smallint, v_left, NULL::text, NULL::bigint;
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
      INSERT INTO search_delivery (history_id, user_id, query_key, client_key, charged)
        VALUES (v_history, p_user, p_query_key, p_client_key, v_charged);
      v_delivery := v_history;
    END IF;
    INSERT INTO audit_event (actor_kind, actor_id, via, action, query_tokens, source_keys, result_count, record_ids, ip_prefix, detail)
      VALUES ('user', p_user, v_via, 'search', p_tokens, p_sources, p_results, p_records, p_ip_prefix,
              jsonb_build_object('history_id', v_history, 'charged', v_charged, 'complete', p_complete));
    IF p_client_key IS NOT NULL THEN
      INSERT INTO idempotency_key AS i (user_id, key, body_hash, charged) VALUES (p_user, p_client_key, p_query_key, v_charged)
        ON CONFLICT (user_id, key) DO UPDATE SET body_hash = excluded.body_hash, charged = excluded.charged, created_at = now();
    END IF;
  END IF;

  -- A partial answer is not kept: the next try must ask the failed source again.
  IF p_complete THEN
    INSERT INTO search_answer AS a (user_id, key, answer, charged, requests_left)
      VALUES (p_user, p_query_key, p_answer, v_charged, v_left)
      ON CONFLICT (user_id, key) DO UPDATE
        SET answer = excluded.answer, charged = excluded.charged, requests_left = excluded.requests_left, at = now();
  END IF;
  RETURN QUERY SELECT v_outcome, v_charged, v_left, NULL::text, v_delivery;
END $$;
--> statement-breakpoint
-- The answers of these charges were handed to their clients.
CREATE FUNCTION deliver_searches(p_deliveries bigint[]) RETURNS void
LANGUAGE plpgsql SET enable_seqscan TO off AS $$
BEGIN
  DELETE FROM search_delivery WHERE history_id = ANY (p_deliveries);
END $$;
--> statement-breakpoint
-- Gives back every charge whose answer was not handed over within `p_after`: balance, ledger and audit; and forgets the
-- client keys that stood for it, so that the next try is a new search. The history keeps that it was asked. Returns how
-- many were given back; 0 while another process does a round of the leader.
--
-- The order of locks is that of `charge_search`: first the user's row. Deliveries are never waited for, because who
-- confirms them holds several at once: one that is locked is being confirmed.
CREATE FUNCTION settle_searches(p_leader bigint, p_after interval) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_user integer;
  v_is_there boolean;
  v_due search_delivery%ROWTYPE;
  v_settled integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(p_leader) THEN
    RETURN 0;
  END IF;
  FOR v_user IN SELECT DISTINCT d.user_id FROM search_delivery d WHERE d.at < now() - p_after ORDER BY d.user_id LOOP
    PERFORM FROM users u WHERE u.id = v_user FOR UPDATE;
    v_is_there := FOUND;
    FOR v_due IN
      WITH due AS MATERIALIZED (
        SELECT d.history_id FROM search_delivery d WHERE d.user_id = v_user AND d.at < now() - p_after
        FOR UPDATE SKIP LOCKED
      )
      DELETE FROM search_delivery d USING due WHERE d.history_id = due.history_id RETURNING d.*
    LOOP
      -- Whose account is gone has nothing to be given back to.
      CONTINUE WHEN NOT v_is_there;
      INSERT INTO credit_ledger (user_id, delta, kind, ref)
        VALUES (v_user, v_due.charged, 'refund', v_due.history_id::text) ON CONFLICT (kind, ref) DO NOTHING;
      CONTINUE WHEN NOT FOUND;
      UPDATE users u SET requests_count = u.requests_count + v_due.charged WHERE u.id = v_user;
      INSERT INTO audit_event (actor_kind, actor_id, via, action, detail)
        VALUES ('system', v_user, 'job', 'search_refund',
                jsonb_build_object('history_id', v_due.history_id, 'refunded', v_due.charged));
      DELETE FROM search_answer a WHERE a.user_id = v_user AND a.key = v_due.query_key;
      -- Besides its own key those that were to be answered by it for nothing, and were not either.
      DELETE FROM idempotency_key i USING credit_ledger l
        WHERE l.kind = 'search' AND l.ref = v_due.history_id::text
          AND i.user_id = v_user AND i.body_hash = v_due.query_key
          AND (i.key = v_due.client_key OR (i.charged = 0 AND i.created_at >= l.at));
      v_settled := v_settled + 1;
    END LOOP;
  END LOOP;
  RETURN v_settled;
END $$;
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'sverka_app') THEN
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO sverka_app;
  END IF;
END $$;
