-- Gives back charges whose answer was not handed over within `p_after`, `p_most` of them: balance, ledger and audit.
-- Forgets the client keys that stood for them, so that the next try is a new search. The history keeps that it was
-- asked. Returns how many were dealt with: a portion ends within the time that a statement may take, however many
-- charges an outage has left.
--
-- The order of locks is that of a charge: first the user's row. A user whose row somebody else holds is left to a later
-- round, because waiting for one user would keep all others waiting for what they are owed. Deliveries are never waited
-- for, because who confirms them holds several at once: one that is locked is being confirmed.
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
