import type { Context } from '#api/context.ts'
import {
  askShown,
  ownSearch,
  type PastCaller,
  type PastSearch,
  pagesShown,
  type ShownCard
} from '#api/features/search/service.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { VERDICT_NOTE_MAX_CODE_POINTS } from '#shared/constants.ts'
import type { Verdict, VerdictBody } from '#shared/contracts/verdict.ts'
import { hasAtMost } from '#shared/identity/text/code-points.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { NO_SUCH_SEARCH } from '#shared/texts/past-search.ts'
import { NO_SUCH_VERDICT } from '#shared/texts/verdicts.ts'
import { deleteKept } from './earlier-store.ts'
import { deleteVerdict, type StoredVerdict, storeVerdict, verdictsOf, verdictsOfAll } from './store.ts'

interface VerdictCaller extends PastCaller {
  address: string | null
}

/**
 * Keeps what a person concludes about somebody whom a search showed them, or about two; in place of what they
 * concluded before. As long as the search is in their history, whether or not it still goes on.
 *
 * @throws Refusal `NOT_FOUND`, `UNKNOWN_PERSON`, `ONE_PERSON`, `NOTE_TOO_LONG`, `TOO_MANY_VERDICTS`, `VERDICT_CHANGED`,
 *   `SEARCH_DOWN`.
 */
export async function putVerdict(
  context: Context,
  caller: VerdictCaller,
  searchId: string,
  body: VerdictBody
): Promise<Verdict> {
  const { userId, address } = caller
  const past = await ownSearch(context.sql, userId, searchId)
  const note = noteOf(body.note)
  const ids = body.b == null ? [body.a] : [body.a, body.b].sort()
  const [a, b = null] = ids
  if (a === undefined || a === b) throw new Refusal('ONE_PERSON')
  const pages = await pagesShown(context.sql, userId, past)
  const { numbers } = await askShown(context, caller, past, { ask: 'named', pages, ids })
  const [aRecord, bRecord = null] = numbers
  if (aRecord === undefined) throw new Refusal('UNKNOWN_PERSON')
  const people = b === null ? await cardsOf(context, caller, past, pages) : []
  const outcome = await storeVerdict(context.sql, {
    userId,
    historyId: Number(past.historyId),
    a,
    b,
    aRecord: BigInt(aRecord),
    bRecord: bRecord === null ? null : BigInt(bRecord),
    verdict: body.verdict,
    note,
    tokens: tokensOf(people, a),
    ipPrefix: addressPrefix(address),
    replaces: typeof body.replaces === 'string' ? new Date(body.replaces) : body.replaces
  })
  if (outcome === 'no_search') throw new Refusal('NOT_FOUND', { text: NO_SUCH_SEARCH })
  if (outcome === 'full') throw new Refusal('TOO_MANY_VERDICTS')
  if (outcome === 'changed') throw new Refusal('VERDICT_CHANGED')
  return verdictView(outcome)
}

/** None where that cannot be told: then the verdict stays with its search. */
async function cardsOf(
  context: Context,
  caller: PastCaller,
  past: PastSearch,
  pages: string[][]
): Promise<ShownCard[]> {
  try {
    return (await askShown(context, caller, past, { ask: 'cards', pages })).cards
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

/** What tells the person again: what they state, and the record that names them. None of an organisation. */
function tokensOf(people: readonly ShownCard[], id: string): bigint[] {
  const card = people.find(({ records }) => records.some(record => record.id === id))
  const record = card?.records.find(each => each.id === id)
  return card && record ? [...card.tokens, record.token].map(BigInt) : []
}

/**
 * @param at Of the verdict that is meant; without it, whatever it says now.
 * @throws Refusal `VERDICT_CHANGED`; `NOT_FOUND`, also for somebody else's, and for what was taken back already.
 */
export async function removeVerdict(
  context: Context,
  { userId, address }: Pick<VerdictCaller, 'userId' | 'address'>,
  searchId: string,
  id: string,
  at?: string
): Promise<void> {
  const { historyId } = await ownSearch(context.sql, userId, searchId)
  if (!/^\d{1,15}$/.test(id)) throw new Refusal('NOT_FOUND', { text: NO_SUCH_VERDICT })
  const outcome = await deleteVerdict(context.sql, {
    userId,
    historyId: Number(historyId),
    id: Number(id),
    ipPrefix: addressPrefix(address),
    replaces: at === undefined ? undefined : new Date(at)
  })
  if (outcome === 'none') throw new Refusal('NOT_FOUND', { text: NO_SUCH_VERDICT })
  if (outcome === 'changed') throw new Refusal('VERDICT_CHANGED')
}

/** Forgets a verdict that was kept when its line of history went. @throws Refusal `NOT_FOUND`. */
export async function forgetKept(
  context: Context,
  { userId, address }: Pick<VerdictCaller, 'userId' | 'address'>,
  id: string
): Promise<void> {
  const change = { userId, ipPrefix: addressPrefix(address), id: Number(id) }
  if (!/^\d{1,15}$/.test(id) || !(await deleteKept(context.sql, change)))
    throw new Refusal('NOT_FOUND', { text: NO_SUCH_VERDICT })
}

/** Verdicts of a search before it is told whom of them may be shown. */
export interface UnprovenVerdicts {
  /** Of the records that they are about. */
  numbers: string[]
  /** In the order in which they were made. */
  among(visible: ReadonlySet<string>): Verdict[]
}

/**
 * A verdict on somebody who was suppressed or removed since is to be left out: a note may name them, and a suppressed
 * person is an unknown one.
 */
export async function readVerdicts(context: Context, past: PastSearch): Promise<UnprovenVerdicts> {
  const rows = await verdictsOf(context.sql, Number(past.historyId))
  return {
    numbers: numbersBehind(rows),
    among: visible => visibleOnes(rows, visible).map(verdictView)
  }
}

/**
 * How many verdicts each of these lines of history has, those left out that `readVerdicts` leaves out; lines without any
 * are absent.
 *
 * @throws Refusal when it cannot be told who may be shown.
 */
export async function countVerdicts(
  context: Context,
  caller: PastCaller,
  historyIds: readonly number[]
): Promise<Map<number, number>> {
  const rows = historyIds.length === 0 ? [] : await verdictsOfAll(context.sql, historyIds)
  const counts = new Map<number, number>()
  if (rows.length === 0) return counts
  const shownRequest = { ask: 'visible', numbers: numbersBehind(rows), sourceKeys: [] } as const
  const { numbers, isComplete } = await askShown(context, caller, { query: '', reading: null }, shownRequest)
  if (!isComplete) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
  for (const { historyId } of visibleOnes(rows, new Set(numbers)))
    if (historyId !== null) counts.set(historyId, (counts.get(historyId) ?? 0) + 1)
  return counts
}

const numbersBehind = (rows: readonly StoredVerdict[]) =>
  [...new Set(rows.flatMap(recordsBehind))].map(String)

const visibleOnes = (rows: readonly StoredVerdict[], visible: ReadonlySet<string>): StoredVerdict[] =>
  rows.filter(row => recordsBehind(row).every(number => visible.has(String(number))))

const recordsBehind = ({ aRecord, bRecord }: StoredVerdict): bigint[] =>
  bRecord === null ? [aRecord] : [aRecord, bRecord]

const verdictView = ({ id, a, b, verdict, note, at }: StoredVerdict): Verdict => ({
  id,
  a,
  b,
  verdict,
  note,
  at: at.toISOString()
})

/** Null of an empty one. */
function noteOf(text: string | null | undefined): string | null {
  const note = sanitizeText(text ?? '')
  if (!hasAtMost(note, VERDICT_NOTE_MAX_CODE_POINTS)) throw new Refusal('NOTE_TOO_LONG')
  return note === '' ? null : note
}
