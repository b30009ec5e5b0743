-- Why somebody was looked for, and what the audit shows of an account that an administrator ought to look at.

-- What accounts, tokens and lists state for their searches, and what a search stated.
ALTER TABLE users ADD COLUMN purpose text, ADD COLUMN case_ref text;
ALTER TABLE api_tokens ADD COLUMN purpose text, ADD COLUMN case_ref text;
ALTER TABLE list ADD COLUMN purpose text, ADD COLUMN case_ref text;
ALTER TABLE search_history ADD COLUMN purpose text, ADD COLUMN case_ref text;

-- Null means all, those searches that state none among them.
ALTER TABLE source ADD COLUMN purposes_allowed text[],
  ADD CONSTRAINT source_purposes_some CHECK (coalesce(cardinality(purposes_allowed) > 0, true));

CREATE TABLE risk_signal (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL
    CONSTRAINT risk_signal_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  amount integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'new',
  noted_at timestamptz NOT NULL DEFAULT now(),
  decided_by integer
    CONSTRAINT risk_signal_decided_by_users_id_fk REFERENCES users ON DELETE SET NULL,
  decided_at timestamptz,
  reason text,
  CONSTRAINT risk_signal_kind_known CHECK (kind in ('enumeration', 'same_person', 'many_records', 'many_addresses')),
  CONSTRAINT risk_signal_state_known CHECK (state in ('new', 'seen', 'closed')),
  CONSTRAINT risk_signal_decided CHECK ((decided_at is null) = (state = 'new'))
);
-- One that is not closed counts on.
CREATE UNIQUE INDEX risk_signal_open ON risk_signal (user_id, kind) WHERE state <> 'closed';
CREATE INDEX risk_signal_closed ON risk_signal (user_id, kind, decided_at) WHERE state = 'closed';

-- When the audit was last looked through for a kind of signal.
CREATE TABLE risk_look (
  kind text PRIMARY KEY,
  at timestamptz NOT NULL
);

-- When a slowed account may search again.
CREATE UNLOGGED TABLE search_pace (
  user_id integer PRIMARY KEY
    CONSTRAINT search_pace_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  next_at timestamptz NOT NULL
);
