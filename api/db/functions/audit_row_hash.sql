-- SHA-256 of all that a row of the audit says, in one form whatever the time zone and the version: its columns that hold
-- something, by name. So a column that is added later changes the hash of no earlier row.
CREATE OR REPLACE FUNCTION audit_row_hash(p_id bigint) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_said jsonb;
BEGIN
  SELECT to_jsonb(a) || jsonb_build_object('at', to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))
    INTO v_said FROM audit_event a WHERE id = p_id;
  RETURN (SELECT sha256(convert_to(jsonb_object_agg(key, value)::text, 'UTF8'))
    FROM jsonb_each(v_said) WHERE value <> 'null');
END $$;
