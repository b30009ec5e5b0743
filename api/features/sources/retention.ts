import type { SQL } from 'bun'
import type { Book } from '#api/book/contract.ts'
import { lastKeepingDay } from '#shared/rules/passport.ts'
import { oneByOne } from './one-by-one.ts'
import { bookExpired } from './retention-store.ts'
import { ifAlone } from './source-locks.ts'
import { type DeclaredSource, declaredSources } from './store.ts'

const WARNING_DAYS = 30
const DAY_MS = 86_400_000

export interface Retention {
  until: string
  isOver: boolean
  isNear: boolean
  daysLeft: number
}

/** Null without a declared one. */
export function retentionOf({ passport, today }: DeclaredSource): Retention | null {
  const { obtained_at, retention_days } = passport
  if (obtained_at === null || retention_days === null) return null
  const until = lastKeepingDay({ obtained_at, retention_days })
  const daysLeft = Math.round((Date.parse(until) - Date.parse(today)) / DAY_MS)
  return { until, daysLeft, isOver: daysLeft < 0, isNear: daysLeft >= 0 && daysLeft <= WARNING_DAYS }
}

export async function removeExpired({ sql, book }: { sql: SQL; book: Book }, most: number): Promise<number> {
  let removed = 0
  await oneByOne(await declaredSources(sql), async source => {
    if (removed >= most || source.adopted || source.status === 'deleting') return
    if (source.records === 0 || retentionOf(source)?.isOver !== true) return
    removed += await ifAlone(sql, source.id, () =>
      book.removeOfSource(source.key, most - removed, (tx, counts) =>
        bookExpired(tx, source, counts.get(source.key) ?? 0)
      )
    )
  })
  return removed
}
