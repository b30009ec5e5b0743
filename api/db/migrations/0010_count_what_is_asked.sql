-- ANALYZE tells which surnames very many share (`api/engines/frequent-surnames.ts`): five hundred of them instead of a
-- hundred. Of keys and texts no plan asks anything, and counting the elements of arrays is what takes its time.
ALTER TABLE "rec" ALTER COLUMN "sur" SET STATISTICS 500;--> statement-breakpoint
ALTER TABLE "rec" ALTER COLUMN "k" SET STATISTICS 0, ALTER COLUMN "subj" SET STATISTICS 0, ALTER COLUMN "doc" SET STATISTICS 0,
  ALTER COLUMN "rid" SET STATISTICS 0;
