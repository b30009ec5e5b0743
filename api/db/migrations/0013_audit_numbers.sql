-- Numbers are given from 1. A row that is there already is named by the verification and stops no update.
ALTER TABLE audit_event ADD CONSTRAINT audit_event_numbered CHECK (id > 0) NOT VALID;
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM audit_event WHERE id < 1) THEN
    ALTER TABLE audit_event VALIDATE CONSTRAINT audit_event_numbered;
  END IF;
END $$;
