import type { Context } from '#api/context.ts'
import {
  askAboutShown,
  ownSearch,
  type PastCaller,
  pagesShown,
  type ShownCard,
  searchIdText
} from '#api/features/search/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { EarlierVerdict } from '#shared/contracts/verdict.ts'
import { type EarlierRow, hasEarlier, verdictsLike } from './earlier-store.ts'

/**
 * Latest verdicts of the user in other searches on people of this one, matched by keyed identity or record. Ambiguous
 * people and hidden records are left out.
 * @throws Refusal `NOT_FOUND`, `SEARCH_DOWN`.
 */
export async function earlierVerdicts(
  context: Context,
  caller: PastCaller,
  searchId: string
): Promise<EarlierVerdict[]> {
  const past = await ownSearch(context.sql, caller.userId, searchId)
  const historyId = Number(past.historyId)
  if (!(await hasEarlier(context.sql, caller.userId, historyId))) return []
  const pages = await pagesShown(context.sql, caller.userId, past)
  const { cards } = await askAboutShown(context, caller, past, { ask: 'cards', pages })
  const rows = await verdictsLike(context.sql, caller.userId, historyId, cards.flatMap(identityHashesOf))
  const visible = await visibleNumbers(context, caller, rows)
  const last = new Map<ShownCard, EarlierRow>()
  for (const row of rows) {
    const card = visible.has(String(row.aRecord)) ? whoIs(row, cards) : null
    if (card) last.getOrInsert(card, row)
  }
  return await Promise.all(
    [...last].map(async ([card, { id, verdict, note, at, searchId }]) => ({
      person_id: card.id,
      search_id: searchId && searchIdText(searchId),
      id,
      verdict,
      note,
      at: at.toISOString(),
      changed_records: await context.book.countSince(
        card.records.map(({ number }) => BigInt(number)),
        at
      )
    }))
  )
}

const identityHashesOf = ({ tokens, records }: ShownCard): string[] => [
  ...tokens,
  ...records.map(({ token }) => token)
]

/** Null when several cards match. */
function whoIs({ tokens }: EarlierRow, cards: readonly ShownCard[]): ShownCard | null {
  const theirs = new Set(tokens.map(String))
  const alike = cards.filter(
    card => card.id !== '' && identityHashesOf(card).some(token => theirs.has(token))
  )
  const holding = alike.filter(({ records }) => records.some(({ token }) => theirs.has(token)))
  const meant = holding.length > 0 ? holding : alike
  return meant.length === 1 ? (meant[0] ?? null) : null
}

async function visibleNumbers(
  context: Context,
  caller: PastCaller,
  rows: readonly EarlierRow[]
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const numbers = [...new Set(rows.map(({ aRecord }) => String(aRecord)))]
  const shownRequest = { ask: 'visible', numbers, sourceKeys: [] } as const
  const shown = await askAboutShown(context, caller, { query: '', reading: null }, shownRequest)
  if (!shown.isComplete) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
  return new Set(shown.numbers)
}
