-- Every search for a name may read the vocabulary, and a load adds few words to it: words go into the index at once
-- instead of into a list that each search would read from end to end until the next vacuum.
ALTER INDEX "vocabulary_near" SET (fastupdate = off);
