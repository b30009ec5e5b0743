-- Who decided on an entry of the suppression list and why, and seals over the audit. What the columns mean stands in
-- `api/db/schema`.

-- Rows were entered and lifted by hand before: what was in no state of these hid nobody.
UPDATE suppression SET state = 'lifted' WHERE state NOT IN ('active', 'provisional');
ALTER TABLE suppression
  DROP CONSTRAINT suppression_token_unique,
  ADD COLUMN main_id integer
    CONSTRAINT suppression_main_id_suppression_id_fk REFERENCES suppression ON DELETE CASCADE,
  ADD COLUMN request text,
  ADD COLUMN added_by integer,
  ADD COLUMN lifted_at timestamptz,
  ADD COLUMN lifted_by integer,
  ADD COLUMN lift_reason text,
  ADD COLUMN erase_from integer,
  ADD COLUMN erased_at timestamptz,
  ADD CONSTRAINT suppression_state_known CHECK (state in ('active', 'provisional', 'lifted')),
  ADD CONSTRAINT suppression_lifted CHECK (lifted_at is null or state = 'lifted');
CREATE UNIQUE INDEX suppression_token_once ON suppression (token) WHERE main_id is null and state <> 'lifted';
CREATE UNIQUE INDEX suppression_value_once ON suppression (main_id, token) WHERE main_id is not null;

CREATE TABLE audit_seal (
  n integer PRIMARY KEY,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  row_count integer NOT NULL,
  newest_at timestamptz NOT NULL,
  digest bytea NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now(),
  ids bigint[],
  row_hashes bytea,
  dropped_at timestamptz,
  CONSTRAINT audit_seal_dropped CHECK ((dropped_at is null) = (ids is not null)
    and (ids is null) = (row_hashes is null))
);
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON audit_seal
  FOR EACH ROW EXECUTE FUNCTION refuse_seal_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE audit_check (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  seals integer NOT NULL,
  row_count bigint NOT NULL,
  head bytea,
  failure jsonb
);

-- Rows up to this one wait for the transactions that were under way when it was noted. Its numbers are of this server alone:
-- no backup holds them, and after a crash they are noted anew.
CREATE UNLOGGED TABLE audit_seal_due (
  last_id bigint NOT NULL,
  until_xid xid8 NOT NULL
);
