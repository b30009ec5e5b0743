-- What an administrator's day needs: blocked accounts, reasons, drafts, and what happened by day.

-- A blocked account keeps its name, its balance and its history, and lets nobody in.
ALTER TABLE users
  ADD COLUMN blocked_at timestamptz,
  ADD COLUMN blocked_reason text,
  ADD COLUMN last_login_at timestamptz,
  ADD CONSTRAINT users_blocked_with_reason CHECK ((blocked_at is null) = (blocked_reason is null));
-- As far as the audit reaches back.
UPDATE users SET last_login_at = (SELECT max(at) FROM audit_event WHERE actor_id = users.id AND action = 'login');

ALTER TABLE payment ADD COLUMN confirm_reason text;

-- A draft has never been public.
ALTER TABLE news ADD COLUMN is_draft boolean NOT NULL DEFAULT false;

-- Acts other than searches, newest first; searches would make it as large as the table.
CREATE INDEX audit_event_acts ON audit_event (at, id)
  WHERE action not in ('search', 'search_repeat', 'search_more', 'search_compare');
-- Rows come in the order of time: a day of them is found by a thousandth of the size of a tree, which costs a search nothing.
CREATE INDEX audit_event_at ON audit_event USING brin (at) WITH (autosummarize = on);
CREATE INDEX credit_ledger_at ON credit_ledger USING brin (at) WITH (autosummarize = on);

-- What happened on a day of Moscow that is over: sums over all accounts, of which nobody can be told.
CREATE TABLE day_figure (
  day date PRIMARY KEY,
  found bigint NOT NULL,
  nothing bigint NOT NULL,
  partial bigint NOT NULL,
  bought bigint NOT NULL,
  spent bigint NOT NULL
);

CREATE TABLE kind_metric (
  kind text PRIMARY KEY,
  queries bigint NOT NULL DEFAULT 0,
  slow bigint NOT NULL DEFAULT 0,
  time_us bigint NOT NULL DEFAULT 0,
  durations integer[] NOT NULL DEFAULT '{}'
);

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
  coalesce((SELECT sum(t.decided_credits) FROM payment_transfer t WHERE t.payment_id = p.id), 0)::int AS decided,
  p.confirm_reason AS "confirmReason"
FROM payment p
LEFT JOIN users u ON u.id = p.user_id
LEFT JOIN users a ON a.id = p.confirmed_by
LEFT JOIN chain_cursor c ON c.network = coalesce(p.last_network, p.network);
