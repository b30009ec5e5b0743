-- Storage settings of the searched tables that drizzle cannot say.

-- No plan depends on the distribution of keys and texts, and counting the elements of arrays takes most of ANALYZE's time.
ALTER TABLE rec
  ALTER COLUMN k SET STATISTICS 0,
  ALTER COLUMN subj SET STATISTICS 0,
  ALTER COLUMN doc SET STATISTICS 0,
  ALTER COLUMN rid SET STATISTICS 0;
--> statement-breakpoint
-- A row lives for thirty seconds and a repeated search rewrites it: it needs no place in the write-ahead log.
ALTER TABLE search_answer SET UNLOGGED;
