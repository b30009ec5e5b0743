CREATE UNLOGGED TABLE "api_call" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "api_tokens_user";--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "slot" smallint NOT NULL;--> statement-breakpoint
-- What a search by a program asks has a limit beside its line, so that a client key stands for more than decides the cost.
ALTER TABLE "idempotency_key" ADD COLUMN "query_key" "bytea";--> statement-breakpoint
UPDATE idempotency_key SET query_key = body_hash;--> statement-breakpoint
ALTER TABLE "idempotency_key" ALTER COLUMN "query_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "api_call" ADD CONSTRAINT "api_call_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_slot" UNIQUE("user_id","slot");
--> statement-breakpoint
DROP FUNCTION charge_search(integer, text, boolean, integer, boolean, bytea, text, bytea, jsonb, integer, jsonb, bigint[],
  text[], bigint[], text, boolean, integer, interval, interval);
--> statement-breakpoint
-- As in the migration `past_searches`; besides it a client key stands for `p_body_hash`, and an answer of half a minute
-- ago that is given again with other records than it had leaves an audit row.
CREATE FUNCTION charge_search(
  p_user integer, p_query text, p_is_api boolean, p_results integer, p_complete boolean,
  p_query_key bytea, p_body_hash bytea, p_client_key text, p_search_id bytea, p_reading jsonb, p_asked_tiers integer,
  p_asked_errors jsonb, p_tokens bigint[], p_sources text[], p_records bigint[], p_ip_prefix text,
  p_waits boolean, p_cost integer, p_replay interval, p_keep_key interval,
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
  IF v_key.body_hash <> p_body_hash THEN
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
        asked_tiers, asked_errors)
      VALUES (p_user, p_query, p_is_api, p_results, p_search_id, p_reading, p_complete,
        p_asked_tiers, p_asked_errors)
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

  SELECT created_at INTO searched_at FROM search_history WHERE search_id = decided_search;
  -- The person may have deleted its line meanwhile.
  searched_at := coalesce(searched_at, v_answer.at, v_key.created_at, now());

  -- What is repeated within half a minute shows what it showed, unless a limit is another than that of the page.
  IF outcome <> 'replay' OR p_is_api OR EXISTS (
    SELECT FROM search_history WHERE search_id = decided_search AND is_api
  ) THEN
    INSERT INTO audit_event (actor_kind, actor_id, via, action,
        query_tokens, source_keys, result_count, record_ids, ip_prefix, detail)
      VALUES ('user', p_user, CASE WHEN p_is_api THEN 'api' ELSE 'ui' END,
        CASE outcome WHEN 'done' THEN 'search' ELSE 'search_repeat' END,
        p_tokens, p_sources, p_results, p_records, p_ip_prefix,
        CASE WHEN outcome = 'done'
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
--> statement-breakpoint
-- As in the migration `past_searches`, but keys are told by their question.
CREATE OR REPLACE FUNCTION settle_searches(p_after interval, p_most integer) RETURNS integer
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
    PERFORM FROM users u WHERE u.id = v_user FOR NO KEY UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND AND EXISTS (SELECT FROM users u WHERE u.id = v_user);
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
      -- Nobody goes on for nothing with what was not paid for.
      UPDATE search_history h SET is_complete = false WHERE h.id = v_due.history_id;
      DELETE FROM search_answer a WHERE a.user_id = v_user AND a.key = v_due.query_key;
      -- Besides its own key those that were to be answered by it for nothing, and were not either.
      DELETE FROM idempotency_key i USING credit_ledger l
        WHERE l.kind = 'search' AND l.ref = v_due.history_id::text
          AND i.user_id = v_user AND i.query_key = v_due.query_key
          AND (i.key = v_due.client_key OR (i.charged = 0 AND i.created_at >= l.at));
    END LOOP;
  END LOOP;
  RETURN v_settled;
END $$;
