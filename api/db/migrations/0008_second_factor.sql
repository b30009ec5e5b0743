-- Second factors, sessions that their owner tells apart, accounts of a provider, and what tokens are limited to.
-- What the columns mean stands in `api/db/schema/factors.ts` and `accounts.ts`.

CREATE TABLE totp (
  user_id integer PRIMARY KEY
    CONSTRAINT totp_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  sealed_secret bytea NOT NULL,
  last_step bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  enabled_at timestamptz
);

CREATE TABLE backup_code (
  user_id integer NOT NULL
    CONSTRAINT backup_code_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  CONSTRAINT backup_code_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkey (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL
    CONSTRAINT passkey_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  title text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used timestamptz,
  CONSTRAINT passkey_credential_id UNIQUE (credential_id)
);
CREATE INDEX passkey_user ON passkey (user_id);

-- Unlogged: a crash forgets it.
CREATE UNLOGGED TABLE passkey_challenge (
  challenge text PRIMARY KEY,
  user_id integer
    CONSTRAINT passkey_challenge_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT passkey_challenge_purpose_known CHECK (purpose in ('add', 'login', 'second_step'))
);
CREATE INDEX passkey_challenge_end ON passkey_challenge (expires_at);

CREATE TABLE provider_account (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id integer NOT NULL
    CONSTRAINT provider_account_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT provider_account_issuer_subject_pk PRIMARY KEY (issuer, subject)
);
CREATE INDEX provider_account_user ON provider_account (user_id);

ALTER TABLE sessions
  ADD COLUMN device text,
  ADD COLUMN ip_prefix text,
  ADD COLUMN entry text,
  ADD COLUMN entry_key text,
  ADD COLUMN is_new_place boolean NOT NULL DEFAULT false,
  ADD COLUMN proved_at timestamptz;

-- Accounts may have been deleted since the table was filled.
DELETE FROM login_place p WHERE NOT EXISTS (SELECT FROM users WHERE id = p.user_id);
ALTER TABLE login_place
  ADD CONSTRAINT login_place_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE;

ALTER TABLE api_tokens
  ADD COLUMN title text,
  ADD COLUMN expires_at timestamptz,
  ADD COLUMN networks text[],
  ADD COLUMN previous_hash bytea,
  ADD COLUMN previous_until timestamptz,
  ADD CONSTRAINT api_tokens_previous_hash UNIQUE (previous_hash),
  ADD CONSTRAINT api_tokens_previous_ends CHECK ((previous_hash is null) = (previous_until is null));

CREATE TABLE token_day (
  token_id integer NOT NULL
    CONSTRAINT token_day_token_id_api_tokens_id_fk REFERENCES api_tokens ON DELETE CASCADE,
  day date NOT NULL,
  calls integer NOT NULL,
  CONSTRAINT token_day_token_id_day_pk PRIMARY KEY (token_id, day)
);
