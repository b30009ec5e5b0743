-- What a row says beside its code, where it was asked for a number, an address or several people.
ALTER TABLE list_row ADD headline_text text;

-- The columns of a draft's file; what they hold is forgotten once the list is started.
ALTER TABLE list ADD file jsonb;

-- Only a match is the one.
UPDATE list_row SET headline = CASE best_label WHEN 'probable' THEN 'probable' ELSE 'namesakes' END
  WHERE headline = 'one' AND best_label <> 'match';
ALTER TABLE list_row ADD CONSTRAINT list_row_one_matches CHECK (headline <> 'one' OR best_label = 'match');

-- Rows of a stopped list wait for nothing.
UPDATE list_row r SET state = 'skipped', reason = 'STOPPED', try_after = NULL
  FROM list l WHERE l.id = r.list_id AND l.state = 'stopped' AND r.state = 'waiting';
