-- A list of 256 kB doubled what a search costs Postgres while an import runs beside it: each of its look-ups reads the
-- list from end to end. The least that Postgres allows costs the import a tenth. After a load that was killed the index
-- may be missing; it is then built with this setting.
ALTER INDEX IF EXISTS "rec_k" SET (gin_pending_list_limit = 64);
