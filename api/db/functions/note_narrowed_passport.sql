-- Notes in `source.narrowed` since when a column is not shown any more, whoever changes the passport, so that an answer
-- which was given before can say what is missing now. A column that is shown again is not in it. An adopted index has
-- columns that are not listed; they stand under ''.
CREATE OR REPLACE FUNCTION note_narrowed_passport() RETURNS trigger LANGUAGE plpgsql AS $$
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
