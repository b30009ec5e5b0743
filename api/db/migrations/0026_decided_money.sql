-- A payment as it is shown, to its user and to administrators: money that an administrator credited was received.
CREATE OR REPLACE VIEW payment_shown AS
SELECT p.id, p.user_id AS "userId", u.username, p.network, p.token_contract AS "tokenContract", p.address, p.account,
  p.amount_cents AS "amountCents", p.rate::float8 AS rate, p.bonus_threshold::float8 AS "bonusThreshold",
  p.bonus_multiplier::float8 AS "bonusMultiplier", p.status, p.exception, p.created_at AS "createdAt",
  p.due_at AS "dueAt", p.expires_at AS "expiresAt", p.completed_at AS "completedAt", p.confirmed_at AS "confirmedAt",
  (p.received_micro + coalesce((SELECT sum(t.micro) FROM payment_transfer t
    WHERE t.payment_id = p.id AND t.decision = 'credited'), 0))::float8 AS "receivedMicro", p.seen_micro::float8 AS "seenMicro",
  p.bonus_applied AS "bonusApplied",
  -- With what administrators gave for its transfers.
  p.credited + coalesce((SELECT sum(t.decided_credits) FROM payment_transfer t WHERE t.payment_id = p.id), 0)::int
    AS granted,
  p.last_hash AS "lastHash", p.last_block::float8 AS "lastBlock", p.last_network AS "lastNetwork",
  c.head_block::float8 AS "headBlock", c.settled_block::float8 AS "settledBlock", a.username AS "confirmedBy",
  p.deleted_at IS NOT NULL AS "isDeleted",
  coalesce((SELECT sum(t.decided_credits) FROM payment_transfer t WHERE t.payment_id = p.id), 0)::int AS decided
FROM payment p
LEFT JOIN users u ON u.id = p.user_id
LEFT JOIN users a ON a.id = p.confirmed_by
LEFT JOIN chain_cursor c ON c.network = coalesce(p.last_network, p.network);
