-- An answer is kept for thirty seconds and hardly ever read again: to compress it, which for a few hundred kilobytes
-- takes longer than the search, is never paid back.
ALTER TABLE "search_answer" ALTER COLUMN "answer" SET STORAGE EXTERNAL;
