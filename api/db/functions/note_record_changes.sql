-- Notes the records that a statement has changed, in its transaction and with the rights of the owner: whoever changes
-- records need not have any on the log. Its triggers of `rec` are disabled while nobody follows (`api/book/changes.ts`).
CREATE OR REPLACE FUNCTION note_record_changes() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO record_change (record, src, op)
    SELECT id, src, CASE TG_OP WHEN 'DELETE' THEN 'remove' ELSE 'put' END FROM changed;
  RETURN NULL;
END $$;
