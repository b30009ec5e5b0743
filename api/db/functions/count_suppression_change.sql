-- Counts the changes of the list, so that a process which has read it sees by one row that it is still the same.
CREATE OR REPLACE FUNCTION count_suppression_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE suppression_change SET count = count + 1;
  RETURN NULL;
END $$;
