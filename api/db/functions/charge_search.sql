-- The one place where a search is paid for. Under the lock on the user's row it decides, in this order: a client key of
-- another request, an answer of the last `p_replay`, what was paid for before, the balance; then writes history,
-- ledger, delivery and audit together. `outcome` is what the caller may answer:
--   done        charged as said in `charged`; history and audit written
--   replay      answered a moment ago, or within `p_live` by a search that still goes on: give that answer again, or
--               this one in its stead; nothing is charged
--   repeat      paid for before, but not answered as far as is known: give this answer, nothing is charged
--   key_reused  the client key was used with another request
--   no_credits  nothing left
--   halted      the list whose row is searched is paused, ended or deleted
--   NULL        no such user, or somebody else holds the user's row and `p_waits` is false
-- `delivery`, when there is one, is the charge that this answer is for: `deliver_searches` is told once it was handed
-- over, otherwise `settle_searches` gives the credit back. `decided_search` names the search that the answer is of:
-- `p_search_id` for a new one, else that of the search which is repeated.
--
-- `p_live` is null where only a moment counts. A search goes on as long as its line is kept and its charge stands.
--
-- `p_query_key` stands for what decides the cost, `p_body_hash` for all that was asked: the limit of a search by a
-- program stands beside its line, so that a client key belongs to more than decides the cost.
--
-- A repeat within `p_replay` leaves an audit row unless one of that search has the very records that it shows: loads and
-- other processes can have changed what is found, and «ещё» leaves out only what was shown.
--
-- `p_purpose` and `p_case_ref` are kept as they were stated. `p_number_block` stands for the numbers around the one that was
-- looked up, and is null unless runs of them are watched for.
--
-- `p_list` names the list whose row is searched: its own line of history stands for the search there.
--
-- Many are called in one transaction, whose fixed cost is twice that of a charge. Such a transaction never waits for a
-- user's row; one that waits is for one user alone. So nobody waits while somebody waits for them, and no deadlock is
-- possible.
--
-- `search_delivery` and `search_answer` are mostly empty and always churning. A plan made while they are empty would be
-- a sequential scan, and would be kept while they grow: hence the settings.
DROP FUNCTION IF EXISTS charge_search(
  integer, text, boolean, integer, boolean, bytea, bytea, text, bytea, jsonb, integer, jsonb, bigint[], text[], bigint[],
  text, boolean, integer, interval, interval
);
DROP FUNCTION IF EXISTS charge_search(
  integer, text, boolean, integer, boolean, bytea, bytea, text, bytea, jsonb, integer, jsonb, bigint[], text[], bigint[],
  text, bigint, boolean, integer, interval, interval
);
CREATE OR REPLACE FUNCTION charge_search(
  p_user integer, p_query text, p_is_api boolean, p_results integer, p_complete boolean,
  p_query_key bytea, p_body_hash bytea, p_client_key text, p_search_id bytea, p_reading jsonb, p_asked_tiers integer,
  p_asked_errors jsonb, p_tokens bigint[], p_sources text[], p_records bigint[], p_ip_prefix text, p_list bigint,
  p_purpose text, p_case_ref text, p_number_block text,
  p_waits boolean, p_cost integer, p_replay interval, p_keep_key interval, p_live interval,
  OUT outcome text, OUT charged smallint, OUT requests_left integer, OUT delivery bigint,
  OUT decided_search bytea, OUT searched_at timestamptz
) LANGUAGE plpgsql SET enable_seqscan TO off SET plan_cache_mode TO force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_user users%ROWTYPE;
  v_key idempotency_key%ROWTYPE;
  v_answer search_answer%ROWTYPE;
  v_price integer := 0;
  v_history bigint;
  v_stated jsonb := jsonb_strip_nulls(jsonb_build_object('case_ref', p_case_ref, 'number_block', p_number_block));
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
  -- Whoever has paused a list is charged for no more of it.
  IF p_list IS NOT NULL AND NOT EXISTS (SELECT FROM list WHERE id = p_list AND state = 'running') THEN
    outcome := 'halted';
    RETURN;
  END IF;

  IF p_client_key IS NOT NULL THEN
    SELECT * INTO v_key FROM idempotency_key
      WHERE user_id = p_user AND key = p_client_key AND created_at > now() - p_keep_key;
  END IF;
  IF v_key.body_hash <> p_body_hash THEN
    outcome := 'key_reused';
    RETURN;
  END IF;
  -- What the key was charged for, it says again.
  charged := coalesce(v_key.charged, 0);

  SELECT * INTO v_answer FROM search_answer a
    WHERE a.user_id = p_user AND a.key = p_query_key AND (a.at > now() - p_replay
      OR (p_live IS NOT NULL AND EXISTS (SELECT FROM search_history h
        WHERE h.search_id = a.search_id AND h.is_complete AND h.created_at > now() - p_live)));
  -- An earlier charge for this very query that nobody is known to have the answer of. This answer is for it, and it
  -- starts to wait anew. A partial answer is not what was paid for. A locked row is being confirmed: it needs nobody.
  IF p_complete THEN
    SELECT history_id INTO delivery FROM search_delivery
      WHERE user_id = p_user AND query_key = p_query_key LIMIT 1 FOR UPDATE SKIP LOCKED;
    UPDATE search_delivery SET at = now() WHERE history_id = delivery;
  END IF;

  IF v_answer.at IS NOT NULL THEN
    outcome := 'replay';
    decided_search := v_answer.search_id;
    IF v_key.is_complete THEN
      requests_left := v_answer.requests_left;
      decided_search := coalesce(v_key.search_id, decided_search);
    END IF;
  -- A key whose answer was partial repeats another partial one, and is charged for a complete one.
  ELSIF delivery IS NOT NULL OR v_key.is_complete OR (v_key.key IS NOT NULL AND NOT p_complete) THEN
    outcome := 'repeat';
    SELECT search_id INTO decided_search FROM search_history WHERE id = delivery;
    decided_search := coalesce(decided_search, v_key.search_id, p_search_id);
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
    decided_search := p_search_id;
    INSERT INTO search_history (user_id, query, is_api, results_count, search_id, reading, is_complete,
        asked_tiers, asked_errors, list_id, purpose, case_ref)
      VALUES (p_user, p_query, p_is_api, p_results, p_search_id, p_reading, p_complete,
        p_asked_tiers, p_asked_errors, p_list, p_purpose, p_case_ref)
      RETURNING id INTO v_history;
    IF v_price > 0 THEN
      requests_left := post_credit(p_user, 'search', v_history::text, -v_price);
      IF requests_left IS NULL THEN
        RAISE EXCEPTION 'search % was booked before', v_history;
      END IF;
      INSERT INTO search_delivery (history_id, user_id, query_key, client_key, charged)
        VALUES (v_history, p_user, p_query_key, p_client_key, v_price) RETURNING history_id INTO delivery;
    END IF;
  END IF;

  -- Its line was deleted meanwhile: an answer without one could neither be judged nor continued. The line is as old as the
  -- answer, so that nobody prolongs what is free. A charge that may still be given back keeps its own line.
  IF outcome <> 'done' AND delivery IS NULL AND p_list IS NULL AND decided_search IS NOT NULL
    AND NOT EXISTS (SELECT FROM search_history WHERE search_id = decided_search) THEN
    INSERT INTO search_history (user_id, query, is_api, results_count, search_id, reading, is_complete,
        asked_tiers, asked_errors, purpose, case_ref, created_at)
      VALUES (p_user, p_query, p_is_api, p_results, decided_search, p_reading, p_complete,
        p_asked_tiers, p_asked_errors, p_purpose, p_case_ref, coalesce(v_answer.at, v_key.created_at, now()));
  END IF;
  SELECT created_at INTO searched_at FROM search_history WHERE search_id = decided_search;
  searched_at := coalesce(searched_at, v_answer.at, v_key.created_at, now());

  -- What shows the records that were audited as shown, and no others, is no answer of its own.
  -- What is shown again later than a moment is.
  IF outcome <> 'replay' OR p_is_api OR v_answer.at <= now() - p_replay OR EXISTS (
    SELECT FROM search_history WHERE search_id = decided_search AND is_api
  ) OR NOT EXISTS (
    SELECT FROM search_history h JOIN audit_event e ON e.actor_id = p_user AND e.at >= h.created_at - interval '1 second'
      WHERE h.search_id = decided_search AND e.action IN ('search', 'search_repeat')
        AND e.detail->>'history_id' = h.id::text
        AND cardinality(e.record_ids) = cardinality(p_records) AND e.record_ids @> p_records
  ) THEN
    INSERT INTO audit_event (actor_kind, actor_id, via, action, purpose,
        query_tokens, source_keys, result_count, record_ids, ip_prefix, detail)
      VALUES ('user', p_user, CASE WHEN p_is_api THEN 'api' ELSE 'ui' END,
        CASE outcome WHEN 'done' THEN 'search' ELSE 'search_repeat' END, p_purpose,
        p_tokens, p_sources, p_results, p_records, p_ip_prefix,
        v_stated || CASE WHEN outcome = 'done'
          THEN jsonb_build_object('history_id', v_history, 'charged', charged, 'complete', p_complete)
          WHEN delivery IS NOT NULL THEN jsonb_build_object('history_id', delivery)
          ELSE (SELECT jsonb_build_object('history_id', id) FROM search_history WHERE search_id = decided_search) END);
  END IF;
  -- A partial answer is not noted: the next try must ask the failed source again.
  IF p_complete AND outcome <> 'replay' THEN
    INSERT INTO search_answer AS a (user_id, key, requests_left, search_id)
      VALUES (p_user, p_query_key, requests_left, decided_search)
      ON CONFLICT (user_id, key) DO UPDATE SET requests_left = excluded.requests_left, at = now(),
        search_id = excluded.search_id;
  END IF;
  IF p_client_key IS NOT NULL AND v_key.is_complete IS NOT TRUE THEN
    INSERT INTO idempotency_key AS i (user_id, key, body_hash, query_key, charged, is_complete, search_id)
      VALUES (p_user, p_client_key, p_body_hash, p_query_key, charged, p_complete OR outcome = 'replay', decided_search)
      ON CONFLICT (user_id, key) DO UPDATE SET body_hash = excluded.body_hash, query_key = excluded.query_key,
        charged = excluded.charged,
        is_complete = excluded.is_complete, created_at = now(), search_id = excluded.search_id;
  END IF;
END $$;
