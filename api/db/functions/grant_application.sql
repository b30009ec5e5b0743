-- What the application may do, under a login of its own for each database (`api/db/app-role.ts`). Migrations and loads
-- work as the owner. Repeating it changes nothing.
CREATE OR REPLACE FUNCTION grant_application(p_role name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_grant text;
BEGIN
  FOREACH v_grant IN ARRAY ARRAY[
    'GRANT USAGE ON SCHEMA public TO %I',
    'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %I',
    'GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO %I',
    'GRANT EXECUTE ON FUNCTION post_credit TO %I',
    'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I',
    'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO %I',
    -- Written once and never changed; the ledger and the balance only by post_credit.
    'REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON audit_event FROM %I',
    -- Number, transaction and time are given by the database.
    'GRANT INSERT (actor_kind, actor_id, via, action, purpose, query_tokens, source_keys, result_count, record_ids,
      ip_prefix, detail) ON audit_event TO %I',
    'REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON credit_ledger FROM %I',
    'REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON audit_seal, audit_seal_due FROM %I',
    'REVOKE UPDATE, DELETE, TRUNCATE ON audit_check FROM %I',
    'REVOKE UPDATE ON users FROM %I',
    'GRANT UPDATE (username, username_key, password_hash, role, telegram_chat_id, blocked_at, blocked_reason, last_login_at,
      purpose, case_ref, factors_reset_at)
      ON users TO %I'
  ] LOOP
    EXECUTE format(v_grant, p_role);
  END LOOP;
END $$;
