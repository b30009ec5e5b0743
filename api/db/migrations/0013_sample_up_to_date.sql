-- Rows that wait in the list of the sample make reading it look dearer than reading the whole index, and the planner
-- then reads that: frequent words took thirty times as long after an import. A 64th of all rows goes in at once.
ALTER INDEX IF EXISTS "rec_k_sample" SET (fastupdate = off);--> statement-breakpoint
DO $$
BEGIN
  IF to_regclass('rec_k_sample') IS NOT NULL THEN
    PERFORM gin_clean_pending_list('rec_k_sample');
  END IF;
END $$;
