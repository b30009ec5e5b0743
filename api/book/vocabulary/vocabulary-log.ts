import type { SQL } from 'bun'
import { type CooccurrenceFilter, joinFilters } from '#shared/identity/lookup/cooccurrence-filter.ts'

export type LoggedWord = [spelling: string, magnitude: number, ...beside: CooccurrenceFilter]

interface LogPortion {
  words: LoggedWord[]
  /** Start of the next one. */
  upTo: number
  isLast: boolean
}

/** Unlike any other advisory lock of a transaction. */
const LOG_LOCK = 6_017_213
const PORTION_ROWS = 16
/** Starting threads read the whole log, so it is shortened from here. */
const LONG_ROWS = 100
const WORDS_IN_ROW = 10_000

/** Appends at the end of a transaction, one writer at a time, so that readers miss no row. */
export async function appendLearned(tx: SQL, learned: readonly LoggedWord[]): Promise<void> {
  if (learned.length === 0) return
  await tx`SELECT pg_advisory_xact_lock(${LOG_LOCK})`
  for (let at = 0; at < learned.length; at += WORDS_IN_ROW)
    await tx`INSERT INTO vocabulary_log (words) VALUES (${JSON.stringify(learned.slice(at, at + WORDS_IN_ROW))})`
}

export async function readLearned(sql: SQL, after: number): Promise<LogPortion> {
  const rows = await sql<{ n: number; words: string }[]>`SELECT n::float8 AS n, words FROM vocabulary_log
    WHERE n > ${after} ORDER BY n LIMIT ${PORTION_ROWS}`
  return {
    words: rows.flatMap(({ words }) => JSON.parse(words) as LoggedWord[]),
    upTo: rows.at(-1)?.n ?? after,
    isLast: rows.length < PORTION_ROWS
  }
}

/** Rewrites the log with each word once; readers of old rows read the same again. */
export async function shortenLog(owner: SQL): Promise<void> {
  const [row] = await owner<{ rows: number }[]>`SELECT count(*)::int AS rows FROM vocabulary_log`
  if ((row?.rows ?? 0) < LONG_ROWS) return
  await owner.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${LOG_LOCK})`
    const joined = new Map<string, LoggedWord>()
    for (let portion = await readLearned(tx, 0); ; portion = await readLearned(tx, portion.upTo)) {
      for (const word of portion.words) joined.set(word[0], joinedWord(word, joined.get(word[0])))
      if (portion.isLast) break
    }
    const words = [...joined.values()]
    if (words.length / WORDS_IN_ROW > LONG_ROWS / 2) return
    await tx`DELETE FROM vocabulary_log`
    await appendLearned(tx, words)
  })
}

function joinedWord(word: LoggedWord, earlier: LoggedWord | undefined): LoggedWord {
  if (!earlier) return word
  const [spelling, magnitude, ...beside] = word
  const [, earlierMagnitude, ...earlierBeside] = earlier
  return [spelling, Math.max(magnitude, earlierMagnitude), ...joinFilters(beside, earlierBeside)]
}
