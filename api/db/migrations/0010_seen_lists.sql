-- When a list that has ended was looked at. Nobody is told of what ended before anybody could be.
ALTER TABLE list ADD seen_at timestamptz;
UPDATE list SET seen_at = now() WHERE state IN ('paused', 'stopped', 'done');
