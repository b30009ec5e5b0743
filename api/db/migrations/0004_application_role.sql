-- What the application may do, under a login of its own for each database (`api/db/app-role.ts`). Migrations and loads
-- work as the owner. Repeating it changes nothing.
CREATE FUNCTION grant_application(p_role name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', p_role);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %I', p_role);
  EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO %I', p_role);
  EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON credit_ledger, audit_event FROM %I', p_role);
END $$;
