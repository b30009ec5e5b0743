DROP FUNCTION settle_searches(bigint, interval);
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
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'sverka_app') THEN
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO sverka_app;
  END IF;
END $$;
