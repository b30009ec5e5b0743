-- What the tables and their columns mean stands in `api/db/schema`. The functions that triggers call stand in
-- `api/db/functions`, and are there before this file runs.

-- Accounts.

CREATE TABLE users (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  username text NOT NULL,
  username_key text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL,
  requests_count integer NOT NULL DEFAULT 0,
  telegram_chat_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_username_key_unique UNIQUE (username_key),
  CONSTRAINT users_requests_not_negative CHECK (requests_count >= 0),
  CONSTRAINT users_role_known CHECK (role in ('Обычный пользователь', 'Инфинити', 'Администратор'))
);
CREATE TRIGGER begins_with_nothing BEFORE INSERT ON users
  FOR EACH ROW WHEN (NEW.requests_count <> 0) EXECUTE FUNCTION refuse_first_balance();

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id integer NOT NULL
    CONSTRAINT sessions_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  refresh_hash bytea NOT NULL,
  previous_hash bytea,
  rotated_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT sessions_refresh_hash_unique UNIQUE (refresh_hash)
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_previous ON sessions (previous_hash);
CREATE INDEX sessions_end ON sessions (expires_at);

CREATE TABLE api_tokens (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL
    CONSTRAINT api_tokens_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  masked text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used timestamptz,
  slot smallint NOT NULL,
  CONSTRAINT api_tokens_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT api_tokens_slot UNIQUE (user_id, slot)
);

-- Unlogged: a crash forgets it.
CREATE UNLOGGED TABLE api_call (
  user_id integer PRIMARY KEY
    CONSTRAINT api_call_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  at timestamptz NOT NULL
);

CREATE TABLE throttles (
  key text PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);
CREATE INDEX throttles_window ON throttles (window_ends_at);

CREATE TABLE ip_exceptions (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  ip_address text NOT NULL,
  name text NOT NULL,
  description text,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by integer
    CONSTRAINT ip_exceptions_created_by_users_id_fk REFERENCES users ON DELETE SET NULL,
  CONSTRAINT ip_exceptions_ip_address_unique UNIQUE (ip_address)
);

CREATE TABLE signup_terms (
  id integer PRIMARY KEY DEFAULT 1,
  requests integer NOT NULL,
  CONSTRAINT signup_terms_one CHECK (id = 1),
  CONSTRAINT signup_terms_some CHECK (requests >= 0)
);

CREATE TABLE news (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  title text NOT NULL,
  category text NOT NULL,
  date timestamptz NOT NULL DEFAULT now(),
  summary text NOT NULL,
  author text NOT NULL,
  is_featured boolean NOT NULL DEFAULT false
);

-- The keys that the data were made with.

CREATE TABLE key_fingerprint (
  name text PRIMARY KEY,
  fingerprint bytea NOT NULL
);

-- Credits, searches and their audit.

CREATE TABLE credit_ledger (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  delta integer NOT NULL,
  kind text NOT NULL,
  ref text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT credit_ledger_once UNIQUE (kind, ref),
  CONSTRAINT credit_ledger_kind_known
    CHECK (kind in ('signup', 'search', 'refund', 'payment', 'manual', 'admin', 'grant'))
);
CREATE INDEX credit_ledger_user ON credit_ledger (user_id);
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON credit_ledger
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON credit_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE audit_event (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT now(),
  actor_kind text NOT NULL,
  actor_id integer,
  via text NOT NULL,
  action text NOT NULL,
  purpose text,
  query_tokens bigint[],
  source_keys text[],
  result_count integer,
  record_ids bigint[],
  ip_prefix text,
  detail jsonb
);
CREATE INDEX audit_event_actor ON audit_event (actor_id, at);
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE search_history (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL
    CONSTRAINT search_history_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  query text NOT NULL,
  is_api boolean NOT NULL DEFAULT false,
  results_count integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  search_id bytea,
  reading jsonb,
  is_complete boolean NOT NULL DEFAULT false,
  asked_tiers integer NOT NULL DEFAULT 0,
  asked_errors jsonb,
  CONSTRAINT search_history_search_id UNIQUE (search_id)
);
CREATE INDEX search_history_user ON search_history (user_id, id DESC NULLS LAST);
CREATE INDEX search_history_age ON search_history (created_at);

CREATE TABLE search_verdict (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  history_id bigint NOT NULL
    CONSTRAINT search_verdict_history_id_search_history_id_fk REFERENCES search_history ON DELETE CASCADE,
  a text NOT NULL,
  b text,
  a_record bigint NOT NULL,
  b_record bigint,
  verdict text NOT NULL,
  note text,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT search_verdict_known CHECK (verdict in ('same', 'other', 'unclear')),
  CONSTRAINT search_verdict_pair CHECK ((b is null) = (b_record is null))
);
CREATE UNIQUE INDEX search_verdict_once ON search_verdict (history_id, a, coalesce(b, ''));

CREATE TABLE search_delivery (
  history_id bigint PRIMARY KEY,
  user_id integer NOT NULL,
  query_key bytea NOT NULL,
  client_key text,
  charged smallint NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX search_delivery_question ON search_delivery (user_id, query_key);

-- Unlogged: a row lives for thirty seconds and a repeated search rewrites it. It needs no place in the write-ahead log.
CREATE UNLOGGED TABLE search_answer (
  user_id integer NOT NULL,
  key bytea NOT NULL,
  requests_left integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  search_id bytea NOT NULL,
  CONSTRAINT search_answer_user_id_key_pk PRIMARY KEY (user_id, key)
);
CREATE INDEX search_answer_age ON search_answer (at);

CREATE TABLE idempotency_key (
  user_id integer NOT NULL
    CONSTRAINT idempotency_key_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  charged smallint NOT NULL,
  is_complete boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  search_id bytea,
  query_key bytea NOT NULL,
  CONSTRAINT idempotency_key_user_id_key_pk PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

-- Payments.

CREATE TABLE payment_terms (
  id integer PRIMARY KEY DEFAULT 1,
  rate numeric(14, 4) NOT NULL,
  bonus_threshold numeric(14, 4) NOT NULL,
  bonus_multiplier numeric(14, 4) NOT NULL,
  CONSTRAINT payment_terms_one CHECK (id = 1),
  CONSTRAINT payment_terms_positive CHECK (rate >= 0.01 and bonus_multiplier >= 1)
);

CREATE TABLE payment_key (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  xpub text NOT NULL,
  next_index integer NOT NULL DEFAULT 0,
  CONSTRAINT payment_key_xpub_unique UNIQUE (xpub)
);

CREATE TABLE payment (
  id uuid PRIMARY KEY,
  user_id integer NOT NULL,
  network text NOT NULL,
  token_contract text NOT NULL,
  address text NOT NULL,
  account text NOT NULL,
  key_id integer NOT NULL
    CONSTRAINT payment_key_id_payment_key_id_fk REFERENCES payment_key,
  key_index integer NOT NULL,
  amount_cents integer NOT NULL,
  rate numeric(14, 4) NOT NULL,
  bonus_threshold numeric(14, 4) NOT NULL,
  bonus_multiplier numeric(14, 4) NOT NULL,
  created_block bigint,
  client_key text,
  created_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  deleted_at timestamptz,
  confirmed_at timestamptz,
  confirmed_by integer,
  status text NOT NULL DEFAULT 'pending',
  exception text NOT NULL DEFAULT 'none',
  expires_at timestamptz NOT NULL,
  received_micro bigint NOT NULL DEFAULT 0,
  seen_micro bigint NOT NULL DEFAULT 0,
  bonus_applied boolean NOT NULL DEFAULT false,
  credited integer NOT NULL DEFAULT 0,
  completed_at timestamptz,
  last_hash text,
  last_block bigint,
  last_network text,
  due boolean NOT NULL DEFAULT false,
  witnessed_at timestamptz,
  CONSTRAINT payment_account_unique UNIQUE (account),
  CONSTRAINT payment_index_once UNIQUE (key_id, key_index),
  CONSTRAINT payment_status_known CHECK (status in ('pending', 'completed', 'expired', 'cancelled')),
  CONSTRAINT payment_exception_known
    CHECK (exception in ('none', 'partial', 'over', 'late', 'marked', 'review')),
  CONSTRAINT payment_amounts CHECK (amount_cents > 0 and credited >= 0)
);
CREATE INDEX payment_user ON payment (user_id, created_at DESC NULLS LAST);
CREATE INDEX payment_newest ON payment (created_at DESC NULLS LAST);
CREATE INDEX payment_due ON payment (user_id, id) WHERE due;
CREATE INDEX payment_open ON payment (network, expires_at) WHERE status = 'pending';
CREATE UNIQUE INDEX payment_client_key ON payment (user_id, client_key) WHERE client_key is not null;

CREATE TABLE payment_transfer (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  network text NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  block_time timestamptz NOT NULL,
  from_account text NOT NULL,
  to_account text NOT NULL,
  token_contract text NOT NULL,
  units numeric(78, 0) NOT NULL,
  micro bigint NOT NULL,
  state text NOT NULL,
  payment_id uuid NOT NULL
    CONSTRAINT payment_transfer_payment_id_payment_id_fk REFERENCES payment,
  review_reason text,
  decision text,
  decided_by integer,
  decided_at timestamptz,
  decided_credits integer NOT NULL DEFAULT 0,
  CONSTRAINT payment_transfer_once UNIQUE (network, tx_hash, log_index),
  CONSTRAINT payment_transfer_some CHECK (units > 0 and micro >= 0),
  CONSTRAINT payment_transfer_state CHECK (state in ('seen', 'settled', 'orphaned')),
  CONSTRAINT payment_transfer_decision CHECK (decision in ('credited', 'dismissed'))
);
CREATE INDEX payment_transfer_payment ON payment_transfer (payment_id);
CREATE INDEX payment_transfer_seen ON payment_transfer (network) WHERE state = 'seen';
CREATE INDEX payment_transfer_review ON payment_transfer (id)
  WHERE review_reason is not null and decision is null;
CREATE INDEX payment_transfer_hash ON payment_transfer (tx_hash);

CREATE TABLE chain_cursor (
  network text PRIMARY KEY,
  settled_block bigint NOT NULL,
  settled_hash text NOT NULL,
  settled_time timestamptz NOT NULL,
  head_block bigint NOT NULL,
  head_time timestamptz NOT NULL,
  scanned_at timestamptz NOT NULL DEFAULT now()
);

-- A payment as it is shown, to its user and to administrators: money that an administrator credited was received.
CREATE VIEW payment_shown AS
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

CREATE TABLE chain_watch (
  network text PRIMARY KEY,
  holder uuid,
  held_until timestamptz NOT NULL DEFAULT now(),
  next_at timestamptz NOT NULL DEFAULT now(),
  is_halted boolean NOT NULL DEFAULT false,
  failures integer NOT NULL DEFAULT 0,
  last_error text,
  last_error_at timestamptz
);

CREATE TABLE payment_note (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  key text NOT NULL,
  detail jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  next_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  sent_to text[] NOT NULL DEFAULT '{}',
  done_at timestamptz,
  last_error text,
  CONSTRAINT payment_note_key_unique UNIQUE (key)
);
CREATE INDEX payment_note_due ON payment_note (next_at) WHERE done_at is null;

CREATE TABLE payment_reconciliation (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  detail jsonb NOT NULL
);

-- The numbering plan.

CREATE TABLE numbering_edition (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  files text[] NOT NULL,
  ranges integer NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE phone_range (
  lo bigint PRIMARY KEY,
  hi bigint NOT NULL,
  operator text NOT NULL,
  region text NOT NULL,
  country text NOT NULL,
  kind text NOT NULL,
  CONSTRAINT phone_range_order CHECK (lo <= hi),
  CONSTRAINT phone_range_kind_known CHECK (kind in ('official', 'approximate', 'synthetic'))
);

-- Sources and their imports.

CREATE TABLE source (
  id smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  key text NOT NULL,
  title text NOT NULL,
  status text NOT NULL DEFAULT 'active',
  kind text,
  origin text,
  basis text,
  controller text,
  evidence_url text,
  retention_days integer,
  obtained_at date,
  review_due date,
  fields text[],
  columns jsonb NOT NULL,
  records bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  id_column text,
  adopted boolean NOT NULL DEFAULT false,
  narrowed jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT source_key_unique UNIQUE (key),
  CONSTRAINT source_active_complete CHECK (status <> 'active' OR (
    title ~ '[^[:space:]]' AND char_length(title) <= 300
    AND kind IN ('ordinary', 'casualty_list', 'sanctions', 'public_register')
    AND origin IN ('official_register', 'licensed', 'own', 'published_media', 'volunteered', 'synthetic')
    AND basis IN (
      'consent', 'contract', 'legal_obligation', 'public_register', 'legitimate_interest', 'journalism', 'synthetic'
    )
    AND controller ~ '[^[:space:]]' AND char_length(controller) <= 300
    AND evidence_url ~ '[^[:space:]]' AND char_length(evidence_url) <= 300
    AND evidence_url ~* '^https?:'
    AND retention_days BETWEEN 1 AND 36500
    AND obtained_at IS NOT NULL AND review_due IS NOT NULL
    AND coalesce(cardinality(fields) > 0, true)
  ) IS TRUE),
  CONSTRAINT source_status_known CHECK (status in ('active', 'waiting', 'disabled', 'deleting'))
);
CREATE TRIGGER source_narrowed BEFORE UPDATE OF fields ON source
  FOR EACH ROW EXECUTE FUNCTION note_narrowed_passport();

CREATE TABLE source_metric (
  source_id smallint NOT NULL,
  hour timestamptz NOT NULL,
  queries bigint NOT NULL DEFAULT 0,
  hits bigint NOT NULL DEFAULT 0,
  slow bigint NOT NULL DEFAULT 0,
  failures bigint NOT NULL DEFAULT 0,
  time_us bigint NOT NULL DEFAULT 0,
  durations integer[] NOT NULL DEFAULT '{}',
  CONSTRAINT source_metric_source_id_hour_pk PRIMARY KEY (source_id, hour)
);

CREATE TABLE import_batch (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  source_id smallint NOT NULL
    CONSTRAINT import_batch_source_id_source_id_fk REFERENCES source ON DELETE CASCADE,
  file_name text NOT NULL,
  file_sha256 bytea,
  state text NOT NULL DEFAULT 'running',
  stored bigint NOT NULL DEFAULT 0,
  rejected bigint NOT NULL DEFAULT 0,
  suppressed bigint NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  added bigint NOT NULL DEFAULT 0,
  changed bigint NOT NULL DEFAULT 0
);

CREATE TABLE import_job (
  id text PRIMARY KEY,
  kind text NOT NULL,
  state text NOT NULL,
  user_id integer
    CONSTRAINT import_job_user_id_users_id_fk REFERENCES users ON DELETE SET NULL,
  source_key text,
  file_name text NOT NULL DEFAULT '',
  fingerprint text NOT NULL DEFAULT '',
  size bigint NOT NULL DEFAULT 0,
  received bigint NOT NULL DEFAULT 0,
  writer text,
  writer_since timestamptz,
  asked jsonb,
  columns jsonb,
  cursor text,
  runner text,
  beat_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  part integer NOT NULL DEFAULT 0,
  row_count bigint NOT NULL DEFAULT 0,
  rows_per_second integer,
  seconds_left integer,
  note text,
  failure text,
  batch_id integer,
  report jsonb,
  has_rejects boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  queued_at timestamptz,
  touched_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  parties jsonb,
  CONSTRAINT import_job_received CHECK (received BETWEEN 0 AND size)
);
CREATE UNIQUE INDEX import_job_uploading ON import_job (user_id, fingerprint, size, file_name)
  WHERE state = 'uploading';
CREATE UNIQUE INDEX import_job_remap ON import_job (source_key)
  WHERE kind = 'remap' AND state IN (
      'waiting', 'running'
    );

-- Records.

CREATE TABLE rec (
  id bigint PRIMARY KEY,
  src smallint NOT NULL,
  batch integer NOT NULL,
  rid text NOT NULL,
  doc text NOT NULL,
  k bigint[] NOT NULL,
  sur bigint,
  subj bigint[] NOT NULL
);
CREATE INDEX rec_k ON rec USING gin (k) WITH (gin_pending_list_limit = 64);
CREATE INDEX rec_k_sample ON rec USING gin (k) WITH (fastupdate = false) WHERE (id & 63) = 0;
CREATE INDEX rec_sur ON rec (sur, src, id);
-- No plan depends on the distribution of keys and texts, and counting the elements of arrays takes most of the time of
-- ANALYZE.
ALTER TABLE rec
  ALTER COLUMN k SET STATISTICS 0,
  ALTER COLUMN subj SET STATISTICS 0,
  ALTER COLUMN doc SET STATISTICS 0,
  ALTER COLUMN rid SET STATISTICS 0;

CREATE TABLE rec_share (
  id bigint NOT NULL,
  batch integer NOT NULL,
  owner integer NOT NULL,
  CONSTRAINT rec_share_id_batch_pk PRIMARY KEY (id, batch)
);
CREATE INDEX rec_share_batch ON rec_share (batch);

CREATE TABLE rec_earlier (
  n bigint GENERATED ALWAYS AS IDENTITY,
  id bigint NOT NULL,
  batch integer NOT NULL,
  doc text NOT NULL,
  k bigint[] NOT NULL,
  sur bigint,
  subj bigint[] NOT NULL,
  CONSTRAINT rec_earlier_id_batch_pk PRIMARY KEY (id, batch)
);
CREATE INDEX rec_earlier_batch ON rec_earlier (batch);

CREATE TABLE record_rule (
  rule integer NOT NULL
);
-- One row: the rule of a database without records.
INSERT INTO record_rule VALUES (1);

CREATE TABLE vocabulary (
  spelling text NOT NULL,
  form text NOT NULL,
  near bigint[] NOT NULL,
  CONSTRAINT vocabulary_spelling_form_pk PRIMARY KEY (spelling, form)
);
CREATE INDEX vocabulary_near ON vocabulary USING gin (near) WITH (fastupdate = false);

CREATE TABLE vocabulary_log (
  n bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  words text NOT NULL
);

-- People who are not shown.

CREATE TABLE suppression (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  token bytea NOT NULL,
  prefix bigint NOT NULL,
  kind text NOT NULL,
  class text NOT NULL,
  state text NOT NULL DEFAULT 'active',
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT suppression_token_unique UNIQUE (token)
);
CREATE INDEX suppression_prefix ON suppression (prefix);
CREATE INDEX suppression_expires ON suppression (expires_at);
CREATE TRIGGER suppression_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON suppression
  FOR EACH STATEMENT EXECUTE FUNCTION count_suppression_change();

CREATE TABLE suppression_change (
  count bigint NOT NULL DEFAULT 0
);
-- One row.
INSERT INTO suppression_change DEFAULT VALUES;

-- What changes of the records, and which index of them answers.

CREATE TABLE record_change (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  record bigint NOT NULL,
  src smallint NOT NULL,
  op text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT record_change_xid_seq_pk PRIMARY KEY (xid, seq)
);
CREATE INDEX record_change_record ON record_change (record);
CREATE INDEX record_change_src ON record_change (src, xid, seq);

-- A follower begins with the oldest transaction that is under way.
CREATE TABLE record_follower (
  name text PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_snapshot_xmin(pg_current_snapshot()),
  seq bigint NOT NULL DEFAULT 0,
  noted_at timestamptz NOT NULL DEFAULT now()
);

CREATE TRIGGER rec_inserted AFTER INSERT ON rec REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER rec_updated AFTER UPDATE ON rec REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
CREATE TRIGGER rec_deleted AFTER DELETE ON rec REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes();
-- Until somebody follows.
ALTER TABLE rec
  DISABLE TRIGGER rec_inserted,
  DISABLE TRIGGER rec_updated,
  DISABLE TRIGGER rec_deleted;

CREATE TABLE search_index (
  id integer PRIMARY KEY DEFAULT 1,
  engine text NOT NULL,
  name text,
  building text,
  place text,
  leaving text[] NOT NULL DEFAULT '{}',
  switched_at timestamptz,
  CONSTRAINT search_index_one CHECK (id = 1)
);
