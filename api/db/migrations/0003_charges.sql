-- The one place where searches are paid for; many in one transaction, because what costs most is the transaction.
-- Under the locks on the users' rows it decides for each, in this order: a repeated client key, a replay within 30
-- seconds, an earlier charge whose answer never left, the balance; then writes history, ledger, audit and the delivery
-- together. What it returns for the charge of that `place` is what the caller may answer:
--   done        charged as said in `charged`; history and audit written
--   replay      answered a moment ago: give that answer again, or this one in its stead; nothing is charged
--   repeat      paid for before, but not answered as far as is known: give this answer, nothing is charged
--   key_reused  the client key was used with another request
--   no_credits  nothing left
-- `delivery`, when there is one, is the charge that this answer is for: `deliver_searches` is told once it was handed
-- over, otherwise `settle_searches` gives the credit back.
--
-- A call for many never waits for a user's row: the charges of a user whom somebody else holds are left out, to be
-- asked for alone. A call that waits (`p_waits`) is for one user, and leaves out one that does not exist. So nobody
-- waits while somebody waits for them, and no deadlock is possible. That takes two statements: a lock is worth nothing
-- to a statement that began to read before it had it.
--
-- `p_charges` are of the shape that `chargeSearches` (api/features/search/store.ts) makes. The same question or client
-- key of a user comes once in a call: what would be charged or noted twice is an error, and nothing is written.
--
-- `search_delivery` and `search_answer` are mostly empty and always churning. A plan made while they are empty would be
-- a sequential scan, and would be kept while they grow: hence the settings, and a LATERAL for each look-up.
CREATE FUNCTION charge_searches(
  p_users integer[], p_charges jsonb, p_waits boolean,
  p_cost integer, p_replay interval, p_keep_key interval
) RETURNS TABLE (place integer, outcome text, charged smallint, requests_left integer, delivery bigint)
LANGUAGE plpgsql SET enable_seqscan TO off SET plan_cache_mode TO force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_held integer[];
BEGIN
  IF p_waits THEN
    v_held := ARRAY(SELECT u.id FROM users u WHERE u.id = ANY (p_users) FOR NO KEY UPDATE);
  ELSE
    v_held := ARRAY(SELECT u.id FROM users u WHERE u.id = ANY (p_users) FOR NO KEY UPDATE SKIP LOCKED);
  END IF;

  RETURN QUERY
  WITH decided AS MATERIALIZED (
    -- Whom the balance does not suffice for is never followed by somebody whom it does: all pay the same.
    SELECT k.*, o.outcome, least(k.price_so_far, k.balance - k.balance % p_cost) AS spent,
      CASE o.outcome WHEN 'done' THEN k.price WHEN 'replay' THEN k.key_charged WHEN 'repeat' THEN k.key_charged
        ELSE 0 END::smallint AS charged,
      CASE o.outcome WHEN 'done' THEN nextval('search_history_id_seq') END AS history_id
    FROM (
      SELECT k.*, sum(k.price) OVER (PARTITION BY k.user_id ORDER BY k.place) AS price_so_far
      FROM (
        SELECT c.*, u.requests_count AS balance, i.is_same AS is_key_known, coalesce(i.charged, 0) AS key_charged,
          a.requests_left AS answered_left, d.history_id AS owed, v.verdict,
          CASE WHEN v.verdict = 'done' AND c.complete AND u.role <> 'Инфинити' THEN p_cost ELSE 0 END AS price
        FROM jsonb_to_recordset(p_charges) AS c(
          place integer, user_id integer, query text, is_api boolean, results integer, complete boolean,
          query_key bytea, client_key text,
          tokens bigint[], sources text[], records bigint[], ip_prefix text
        )
        CROSS JOIN LATERAL (
          SELECT u.role, u.requests_count FROM users u WHERE u.id = c.user_id LIMIT 1
        ) u
        LEFT JOIN LATERAL (
          SELECT i.charged, i.body_hash = c.query_key AS is_same FROM idempotency_key i
          WHERE i.user_id = c.user_id AND i.key = c.client_key AND i.created_at > now() - p_keep_key LIMIT 1
        ) i ON true
        LEFT JOIN LATERAL (
          SELECT a.requests_left FROM search_answer a
          WHERE a.user_id = c.user_id AND a.key = c.query_key AND a.at > now() - p_replay LIMIT 1
        ) a ON true
        -- An earlier charge for this very query that nobody is known to have the answer of. This answer is for it, and
        -- it starts to wait anew. A partial answer is not what was paid for. A locked row is being confirmed: it needs
        -- nobody.
        LEFT JOIN LATERAL (
          SELECT d.history_id FROM search_delivery d
          WHERE d.user_id = c.user_id AND d.query_key = c.query_key
            AND i.is_same IS NOT FALSE AND c.complete
          LIMIT 1 FOR UPDATE SKIP LOCKED
        ) d ON true
        CROSS JOIN LATERAL (
          SELECT CASE WHEN NOT i.is_same THEN 'key_reused' WHEN a.requests_left IS NOT NULL THEN 'replay'
            WHEN i.is_same OR d.history_id IS NOT NULL THEN 'repeat' ELSE 'done' END AS verdict
        ) v
        WHERE c.user_id = ANY (v_held)
      ) k
    ) k
    CROSS JOIN LATERAL (
      SELECT CASE WHEN k.price > 0 AND k.price_so_far > k.balance THEN 'no_credits' ELSE k.verdict END AS outcome
    ) o
  ), paid AS (
    UPDATE users u SET requests_count = u.requests_count - p.charged
    FROM (
      SELECT d.user_id, sum(d.charged) AS charged FROM decided d
      WHERE d.history_id IS NOT NULL AND d.charged > 0 GROUP BY d.user_id
    ) p
    WHERE u.id = p.user_id
  ), history AS (
    INSERT INTO search_history (id, user_id, query, is_api, results_count) OVERRIDING SYSTEM VALUE
    SELECT d.history_id, d.user_id, d.query, d.is_api, d.results FROM decided d WHERE d.history_id IS NOT NULL
  ), ledger AS (
    INSERT INTO credit_ledger (user_id, delta, kind, ref)
    SELECT d.user_id, -d.charged, 'search', d.history_id::text FROM decided d
    WHERE d.history_id IS NOT NULL AND d.charged > 0
  ), deliveries AS (
    INSERT INTO search_delivery (history_id, user_id, query_key, client_key, charged)
    SELECT d.history_id, d.user_id, d.query_key, d.client_key, d.charged FROM decided d
    WHERE d.history_id IS NOT NULL AND d.charged > 0
  ), renewed AS (
    UPDATE search_delivery w SET at = now() FROM decided d WHERE w.history_id = d.owed
  ), audits AS (
    INSERT INTO audit_event (actor_kind, actor_id, via, action, query_tokens, source_keys, result_count, record_ids, ip_prefix, detail)
    SELECT 'user', d.user_id, CASE WHEN d.is_api THEN 'api' ELSE 'ui' END,
      CASE d.outcome WHEN 'done' THEN 'search' ELSE 'search_repeat' END,
      d.tokens, d.sources, d.results, d.records, d.ip_prefix,
      CASE WHEN d.outcome = 'done'
        THEN jsonb_build_object('history_id', d.history_id, 'charged', d.charged, 'complete', d.complete)
        WHEN d.owed IS NOT NULL THEN jsonb_build_object('history_id', d.owed) END
    FROM decided d WHERE d.outcome IN ('done', 'repeat')
  ), client_keys AS (
    INSERT INTO idempotency_key AS i (user_id, key, body_hash, charged)
    SELECT d.user_id, d.client_key, d.query_key, d.charged FROM decided d
    WHERE d.client_key IS NOT NULL AND d.is_key_known IS NULL AND d.outcome IN ('done', 'replay', 'repeat')
    ON CONFLICT (user_id, key) DO UPDATE
      SET body_hash = excluded.body_hash, charged = excluded.charged, created_at = now()
  ), answers AS (
    -- A partial answer is not noted: the next try must ask the failed source again.
    INSERT INTO search_answer AS a (user_id, key, requests_left)
    SELECT d.user_id, d.query_key, d.balance - d.spent FROM decided d WHERE d.complete AND d.outcome IN ('done', 'repeat')
    ON CONFLICT (user_id, key) DO UPDATE
      SET requests_left = excluded.requests_left, at = now()
  )
  SELECT d.place, d.outcome, d.charged,
    CASE WHEN d.outcome = 'replay' AND d.is_key_known THEN d.answered_left ELSE d.balance - d.spent END::integer,
    CASE WHEN d.charged > 0 THEN coalesce(d.history_id, d.owed) ELSE d.owed END
  FROM decided d;
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
-- Returns how many were given back; 0 while another process does a round of the leader. A portion has an end within the
-- time that a statement may take, however many charges an outage has left.
--
-- The order of locks is that of a charge: first the user's row. Deliveries are never waited for, because who confirms
-- them holds several at once: one that is locked is being confirmed.
CREATE FUNCTION settle_searches(p_leader bigint, p_after interval, p_most integer) RETURNS integer
LANGUAGE plpgsql SET enable_seqscan TO off AS $$
DECLARE
  v_user integer;
  v_is_there boolean;
  v_due search_delivery%ROWTYPE;
  v_settled integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(p_leader) THEN
    RETURN 0;
  END IF;
  FOR v_user IN
    SELECT DISTINCT due.user_id FROM (
      SELECT d.user_id FROM search_delivery d WHERE d.at < now() - p_after LIMIT p_most
    ) due ORDER BY due.user_id
  LOOP
    EXIT WHEN v_settled >= p_most;
    PERFORM FROM users u WHERE u.id = v_user FOR UPDATE;
    v_is_there := FOUND;
    FOR v_due IN
      WITH due AS MATERIALIZED (
        SELECT d.history_id FROM search_delivery d WHERE d.user_id = v_user AND d.at < now() - p_after
        LIMIT p_most - v_settled FOR UPDATE SKIP LOCKED
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
