-- A verdict belongs to what its person states, so that a later search of its author tells it.

ALTER TABLE search_verdict
  ALTER COLUMN history_id DROP NOT NULL,
  ADD COLUMN user_id integer
    CONSTRAINT search_verdict_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  ADD COLUMN tokens bigint[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT search_verdict_owner CHECK ((history_id is null) = (user_id is not null));
CREATE INDEX search_verdict_kept ON search_verdict (user_id) WHERE user_id IS NOT NULL;
