-- The one place where a search is paid for. Under the lock on the user's row it decides, in this order: a client key of
-- another request, an answer of the last `p_replay`, what was paid for before, the balance; then writes history, ledger,
-- delivery and audit together. `outcome` is what the caller may answer:
--   done        charged as said in `charged`; history and audit written
--   replay      answered a moment ago: give that answer again, or this one in its stead; nothing is charged
--   repeat      paid for before, but not answered as far as is known: give this answer, nothing is charged
--   key_reused  the client key was used with another request
--   no_credits  nothing left
--   NULL        no such user, or somebody else holds the user's row and `p_waits` is false
-- `delivery`, when there is one, is the charge that this answer is for: `deliver_searches` is told once it was handed
-- over, otherwise `settle_searches` gives the credit back.
--
-- Many are called in one transaction, whose fixed cost is twice that of a charge. Such a transaction never waits for a
-- user's row; one that waits is for one user alone. So nobody waits while somebody waits for them, and no deadlock is
-- possible.
--
-- `search_delivery` and `search_answer` are mostly empty and always churning. A plan made while they are empty would be
-- a sequential scan, and would be kept while they grow: hence the settings.
CREATE FUNCTION charge_search(
  p_user integer, p_query text, p_is_api boolean, p_results integer, p_complete boolean,
  p_query_key bytea, p_client_key text,
  p_tokens bigint[], p_sources text[], p_records bigint[], p_ip_prefix text,
  p_waits boolean, p_cost integer, p_replay interval, p_keep_key interval,
  OUT outcome text, OUT charged smallint, OUT requests_left integer, OUT delivery bigint
) LANGUAGE plpgsql SET enable_seqscan TO off SET plan_cache_mode TO force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_user users%ROWTYPE;
  v_key idempotency_key%ROWTYPE;
  v_answer search_answer%ROWTYPE;
  v_price integer := 0;
  v_history bigint;
BEGIN
  IF p_waits THEN
    SELECT * INTO v_user FROM users WHERE id = p_user FOR NO KEY UPDATE;
  ELSE
    SELECT * INTO v_user FROM users WHERE id = p_user FOR NO KEY UPDATE SKIP LOCKED;
  END IF;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  requests_left := v_user.requests_count;
  charged := 0;

  IF p_client_key IS NOT NULL THEN
    SELECT * INTO v_key FROM idempotency_key
      WHERE user_id = p_user AND key = p_client_key AND created_at > now() - p_keep_key;
  END IF;
  IF v_key.body_hash <> p_query_key THEN
    outcome := 'key_reused';
    RETURN;
  END IF;
  -- What the key was charged for, it says again.
  charged := coalesce(v_key.charged, 0);

  SELECT * INTO v_answer FROM search_answer
    WHERE user_id = p_user AND key = p_query_key AND at > now() - p_replay;
  -- An earlier charge for this very query that nobody is known to have the answer of. This answer is for it, and it
  -- starts to wait anew. A partial answer is not what was paid for. A locked row is being confirmed: it needs nobody.
  IF p_complete THEN
    SELECT history_id INTO delivery FROM search_delivery
      WHERE user_id = p_user AND query_key = p_query_key LIMIT 1 FOR UPDATE SKIP LOCKED;
    UPDATE search_delivery SET at = now() WHERE history_id = delivery;
  END IF;

  IF v_answer.at IS NOT NULL THEN
    outcome := 'replay';
    IF v_key.is_complete THEN
      requests_left := v_answer.requests_left;
    END IF;
  -- A key whose answer was partial repeats another partial one, and is charged for a complete one.
  ELSIF delivery IS NOT NULL OR v_key.is_complete OR (v_key.key IS NOT NULL AND NOT p_complete) THEN
    outcome := 'repeat';
  ELSE
    IF p_complete AND v_user.role <> 'Инфинити' THEN
      v_price := p_cost;
    END IF;
    IF v_price > requests_left THEN
      outcome := 'no_credits';
      RETURN;
    END IF;
    outcome := 'done';
    charged := v_price;
    INSERT INTO search_history (user_id, query, is_api, results_count)
      VALUES (p_user, p_query, p_is_api, p_results) RETURNING id INTO v_history;
    IF v_price > 0 THEN
      requests_left := post_credit(p_user, 'search', v_history::text, -v_price);
      IF requests_left IS NULL THEN
        RAISE EXCEPTION 'search % was booked before', v_history;
      END IF;
      INSERT INTO search_delivery (history_id, user_id, query_key, client_key, charged)
        VALUES (v_history, p_user, p_query_key, p_client_key, v_price) RETURNING history_id INTO delivery;
    END IF;
  END IF;

  IF outcome <> 'replay' THEN
    INSERT INTO audit_event (actor_kind, actor_id, via, action,
        query_tokens, source_keys, result_count, record_ids, ip_prefix, detail)
      VALUES ('user', p_user, CASE WHEN p_is_api THEN 'api' ELSE 'ui' END,
        CASE outcome WHEN 'done' THEN 'search' ELSE 'search_repeat' END,
        p_tokens, p_sources, p_results, p_records, p_ip_prefix,
        CASE WHEN outcome = 'done'
          THEN jsonb_build_object('history_id', v_history, 'charged', charged, 'complete', p_complete)
          WHEN delivery IS NOT NULL THEN jsonb_build_object('history_id', delivery) END);
  END IF;
  -- A partial answer is not noted: the next try must ask the failed source again.
  IF p_complete AND outcome <> 'replay' THEN
    INSERT INTO search_answer AS a (user_id, key, requests_left) VALUES (p_user, p_query_key, requests_left)
      ON CONFLICT (user_id, key) DO UPDATE SET requests_left = excluded.requests_left, at = now();
  END IF;
  IF p_client_key IS NOT NULL AND v_key.is_complete IS NOT TRUE THEN
    INSERT INTO idempotency_key AS i (user_id, key, body_hash, charged, is_complete)
      VALUES (p_user, p_client_key, p_query_key, charged, p_complete OR outcome = 'replay')
      ON CONFLICT (user_id, key) DO UPDATE SET body_hash = excluded.body_hash, charged = excluded.charged,
        is_complete = excluded.is_complete, created_at = now();
  END IF;
END $$;
--> statement-breakpoint
-- The answers of these charges were handed to their clients.
CREATE FUNCTION deliver_searches(p_deliveries bigint[]) RETURNS void
LANGUAGE plpgsql SET enable_seqscan TO off AS $$
BEGIN
  DELETE FROM search_delivery WHERE history_id = ANY (p_deliveries);
END $$;
--> statement-breakpoint
-- Gives back charges whose answer was not handed over within `p_after`, `p_most` of them: balance, ledger and audit; and
-- forgets the client keys that stood for it, so that the next try is a new search. The history keeps that it was asked.
-- Returns how many were dealt with. A portion has an end within the time that a statement may take, however many charges
-- an outage has left.
--
-- The order of locks is that of a charge: first the user's row. Deliveries are never waited for, because who confirms
-- them holds several at once: one that is locked is being confirmed.
CREATE FUNCTION settle_searches(p_after interval, p_most integer) RETURNS integer
LANGUAGE plpgsql SET enable_seqscan TO off AS $$
DECLARE
  v_user integer;
  v_due search_delivery%ROWTYPE;
  v_settled integer := 0;
BEGIN
  FOR v_user IN
    SELECT DISTINCT due.user_id FROM (
      SELECT d.user_id FROM search_delivery d WHERE d.at < now() - p_after LIMIT p_most
    ) due ORDER BY due.user_id
  LOOP
    EXIT WHEN v_settled >= p_most;
    PERFORM FROM users u WHERE u.id = v_user FOR NO KEY UPDATE;
    FOR v_due IN
      WITH due AS MATERIALIZED (
        SELECT d.history_id FROM search_delivery d WHERE d.user_id = v_user AND d.at < now() - p_after
        LIMIT p_most - v_settled FOR UPDATE SKIP LOCKED
      )
      DELETE FROM search_delivery d USING due WHERE d.history_id = due.history_id RETURNING d.*
    LOOP
      v_settled := v_settled + 1;
      -- Given back before, or owed to an account that is gone: then it is only forgotten.
      CONTINUE WHEN post_credit(v_user, 'refund', v_due.history_id::text, v_due.charged) IS NULL;
      INSERT INTO audit_event (actor_kind, actor_id, via, action, detail)
        VALUES ('system', v_user, 'job', 'search_refund',
                jsonb_build_object('history_id', v_due.history_id, 'refunded', v_due.charged));
      DELETE FROM search_answer a WHERE a.user_id = v_user AND a.key = v_due.query_key;
      -- Besides its own key those that were to be answered by it for nothing, and were not either.
      DELETE FROM idempotency_key i USING credit_ledger l
        WHERE l.kind = 'search' AND l.ref = v_due.history_id::text
          AND i.user_id = v_user AND i.body_hash = v_due.query_key
          AND (i.key = v_due.client_key OR (i.charged = 0 AND i.created_at >= l.at));
    END LOOP;
  END LOOP;
  RETURN v_settled;
END $$;
