-- The application works as this role; migrations and loads as the owner. A server that does not let us make roles
-- still has the triggers of ledger and audit.
DO $$
BEGIN
  CREATE ROLE sverka_app NOLOGIN;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
  WHEN insufficient_privilege THEN RAISE NOTICE 'role sverka_app cannot be created here';
END $$;
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'sverka_app') THEN
    GRANT USAGE ON SCHEMA public TO sverka_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO sverka_app;
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO sverka_app;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO sverka_app;
    REVOKE UPDATE, DELETE, TRUNCATE ON credit_ledger, audit_event FROM sverka_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO sverka_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO sverka_app;
  END IF;
END $$;
