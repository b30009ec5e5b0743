-- What people ask about the data on them. What the columns mean stands in `api/db/schema/subject-requests.ts`.

CREATE TABLE subject_request (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  key_hash bytea NOT NULL,
  want text NOT NULL,
  state text NOT NULL DEFAULT 'new',
  on_behalf boolean NOT NULL,
  channel text NOT NULL,
  stated bytea,
  code_hash bytea,
  code bytea,
  code_expires_at timestamptz NOT NULL,
  code_sent_at timestamptz NOT NULL DEFAULT now(),
  codes smallint NOT NULL DEFAULT 1,
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  due_on date,
  extended_at timestamptz,
  decided_at timestamptz,
  decided_by integer
    CONSTRAINT subject_request_decided_by_users_id_fk REFERENCES users ON DELETE SET NULL,
  reason text,
  answer bytea,
  answered_at timestamptz,
  identity_checked boolean NOT NULL DEFAULT false,
  left_out bigint[] NOT NULL DEFAULT '{}',
  report_hash bytea,
  report_expires_at timestamptz,
  report_opened_at timestamptz,
  CONSTRAINT subject_request_key_hash UNIQUE (key_hash),
  CONSTRAINT subject_request_report_hash UNIQUE (report_hash),
  CONSTRAINT subject_request_want_known CHECK (want in ('access', 'correct', 'object', 'erase')),
  CONSTRAINT subject_request_state_known CHECK (state in ('new', 'open', 'document', 'done', 'refused')),
  CONSTRAINT subject_request_channel_known CHECK (channel in ('email', 'phone')),
  CONSTRAINT subject_request_confirmed CHECK ((state <> 'new') = (confirmed_at is not null and due_on is not null)),
  CONSTRAINT subject_request_decided CHECK ((state in ('done', 'refused')) = (decided_at is not null))
);
CREATE INDEX subject_request_state ON subject_request (state, due_on, id);

-- The tokens of `suppression` that a request holds out of answers.
CREATE TABLE subject_request_token (
  request_id integer NOT NULL
    CONSTRAINT subject_request_token_request_id_subject_request_id_fk REFERENCES subject_request ON DELETE CASCADE,
  token bytea NOT NULL,
  kind text NOT NULL,
  main_token bytea,
  CONSTRAINT subject_request_token_request_id_token_pk PRIMARY KEY (request_id, token)
);
CREATE INDEX subject_request_token_token ON subject_request_token (token);
