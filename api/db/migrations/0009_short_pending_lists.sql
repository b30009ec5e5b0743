-- New rows wait in a list that every search reads from end to end: 256 kB of it cost a search a fraction of a
-- millisecond while an import runs beside it, the usual 4 MB several.
ALTER INDEX "rec_k" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "rec_k_sample" SET (gin_pending_list_limit = 256);
