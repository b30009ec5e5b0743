-- Where users sign in from. Filled before anything is locked, since all files that are due run in one transaction and the
-- audit is long: as far as it reaches back, a place that was used is none that is new.
CREATE TABLE login_place (
  user_id integer NOT NULL,
  ip_prefix text NOT NULL,
  last_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT login_place_user_id_ip_prefix_pk PRIMARY KEY (user_id, ip_prefix)
);
CREATE INDEX login_place_age ON login_place (last_at);
INSERT INTO login_place (user_id, ip_prefix, last_at)
  SELECT u.id, e.ip_prefix, max(e.at) FROM audit_event e JOIN users u ON u.id = e.actor_id
  WHERE e.action = 'login' AND e.ip_prefix IS NOT NULL AND e.at > now() - interval '180 days' GROUP BY 1, 2;

-- Lists that are searched row by row. What the columns mean stands in `api/db/schema/lists.ts`.

CREATE TABLE list (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  public_id bytea NOT NULL,
  user_id integer NOT NULL
    CONSTRAINT list_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  title text NOT NULL,
  is_api boolean NOT NULL,
  state text NOT NULL DEFAULT 'draft',
  pause_reason text,
  source_keys text[],
  ip_prefix text,
  runner text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CONSTRAINT list_public_id UNIQUE (public_id),
  CONSTRAINT list_state_known CHECK (state in ('draft', 'running', 'paused', 'stopped', 'done')),
  CONSTRAINT list_pause_known CHECK ((pause_reason is not null) = (state = 'paused')
    and pause_reason in ('user', 'credits'))
);
CREATE INDEX list_user ON list (user_id, id DESC);
CREATE INDEX list_age ON list (created_at);
CREATE INDEX list_running ON list (lease_until) WHERE state = 'running';

CREATE TABLE list_row (
  list_id bigint NOT NULL
    CONSTRAINT list_row_list_id_list_id_fk REFERENCES list ON DELETE CASCADE,
  n integer NOT NULL,
  line text NOT NULL,
  label text,
  state text NOT NULL,
  reason text,
  repeat_of integer,
  choices jsonb,
  reading jsonb,
  tries smallint NOT NULL DEFAULT 0,
  try_after timestamptz,
  headline text,
  people integer,
  best_label text,
  best_band text,
  best_score real,
  best_records bigint[],
  sources integer,
  results integer,
  search_id bytea,
  charged smallint NOT NULL DEFAULT 0,
  answered_at timestamptz,
  verdict text,
  note text,
  verdict_at timestamptz,
  CONSTRAINT list_row_list_id_n_pk PRIMARY KEY (list_id, n),
  CONSTRAINT list_row_state_known CHECK (state in ('waiting', 'done', 'failed', 'repeat', 'skipped')),
  CONSTRAINT list_row_repeats CHECK ((repeat_of is not null) = (state = 'repeat')),
  CONSTRAINT list_row_verdict_known CHECK (verdict in ('same', 'other', 'unclear'))
);
CREATE INDEX list_row_waiting ON list_row (list_id, n) WHERE state = 'waiting';

-- The searches of a list's rows, and the line that the history shows for them all.
ALTER TABLE search_history ADD list_id bigint
  CONSTRAINT search_history_list_id_list_id_fk REFERENCES list ON DELETE CASCADE;
ALTER TABLE search_history ADD is_list boolean NOT NULL DEFAULT false;
CREATE INDEX search_history_list ON search_history (list_id) WHERE list_id IS NOT NULL;
