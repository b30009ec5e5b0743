ALTER TABLE "source" ADD COLUMN "narrowed_at" timestamp with time zone;
--> statement-breakpoint
-- Of a column that was shown and is not any more, whoever changes the passport.
CREATE FUNCTION note_narrowed_passport() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM jsonb_array_elements(NEW.columns) AS stored
    WHERE coalesce(stored->>'label' = ANY(OLD.fields), true) AND NOT stored->>'label' = ANY(NEW.fields)
  ) THEN
    NEW.narrowed_at := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER source_narrowed BEFORE UPDATE OF fields ON source
  FOR EACH ROW EXECUTE FUNCTION note_narrowed_passport();
