ALTER TABLE "source" ADD COLUMN "narrowed" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
-- Of columns that were shown and are not any more, whoever changes the passport. An adopted index has others than are listed: ''.
CREATE FUNCTION note_narrowed_passport() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.narrowed := coalesce((
    SELECT jsonb_object_agg(label, coalesce(OLD.narrowed->>label, to_jsonb(clock_timestamp()) #>> '{}'))
    FROM (
      SELECT stored->>'label' AS label FROM jsonb_array_elements(NEW.columns) AS stored
      UNION SELECT unnest(OLD.fields)
      UNION SELECT '' WHERE NEW.adopted
    ) AS labels
    WHERE NOT label = ANY(NEW.fields) AND (OLD.narrowed ? label OR coalesce(label = ANY(OLD.fields), true))
  ), '{}');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER source_narrowed BEFORE UPDATE OF fields ON source
  FOR EACH ROW EXECUTE FUNCTION note_narrowed_passport();
