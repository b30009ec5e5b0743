import type { Context } from '#api/context.ts'
import {
  askAboutShown,
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
 * Stores a verdict on a person or pair while the search is in the history.
 * @throws Refusal `NOT_FOUND`, `UNKNOWN_PERSON`, `ONE_PERSON`, `NOTE_TOO_LONG`, `TOO_MANY_VERDICTS`, `VERDICT_CHANGED`,
 * `SEARCH_DOWN`.
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
  const { numbers } = await askAboutShown(context, caller, past, { ask: 'named', pages, ids })
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
    tokens: identityHashesOf(people, a),
    ipPrefix: addressPrefix(address),
    replaces: typeof body.replaces === 'string' ? new Date(body.replaces) : body.replaces
  })
  if (outcome === 'no_search') throw new Refusal('NOT_FOUND', { text: NO_SUCH_SEARCH })
  if (outcome === 'full') throw new Refusal('TOO_MANY_VERDICTS')
  if (outcome === 'changed') throw new Refusal('VERDICT_CHANGED')
  return verdictView(outcome)
}

/** Empty when unknown: the verdict stays with its search. */
async function cardsOf(
  context: Context,
  caller: PastCaller,
  past: PastSearch,
  pages: string[][]
): Promise<ShownCard[]> {
  try {
    return (await askAboutShown(context, caller, past, { ask: 'cards', pages })).cards
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

/** Keyed hashes of a person's identity and record; none for an organisation. */
function identityHashesOf(people: readonly ShownCard[], id: string): bigint[] {
  const card = people.find(({ records }) => records.some(record => record.id === id))
  const record = card?.records.find(each => each.id === id)
  return card && record ? [...card.tokens, record.token].map(BigInt) : []
}

/**
 * @param at Version to remove; omitted for any.
 * @throws Refusal `VERDICT_CHANGED`; `NOT_FOUND`, also for another user's.
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

export async function forgetKept(
  context: Context,
  { userId, address }: Pick<VerdictCaller, 'userId' | 'address'>,
  id: string
): Promise<void> {
  const change = { userId, ipPrefix: addressPrefix(address), id: Number(id) }
  if (!/^\d{1,15}$/.test(id) || !(await deleteKept(context.sql, change)))
    throw new Refusal('NOT_FOUND', { text: NO_SUCH_VERDICT })
}

interface UnprovenVerdicts {
  numbers: string[]
  among(visible: ReadonlySet<string>): Verdict[]
}

/** Verdicts on suppressed or removed people are left out, because notes may name them. */
export async function readVerdicts(context: Context, past: PastSearch): Promise<UnprovenVerdicts> {
  const rows = await verdictsOf(context.sql, Number(past.historyId))
  return {
    numbers: numbersBehind(rows),
    among: visible => visibleOnes(rows, visible).map(verdictView)
  }
}

/** Visible verdicts per line of history; absent for none. @throws Refusal when visibility is unknown. */
export async function countVerdicts(
  context: Context,
  caller: PastCaller,
  historyIds: readonly number[]
): Promise<Map<number, number>> {
  const rows = historyIds.length === 0 ? [] : await verdictsOfAll(context.sql, historyIds)
  const counts = new Map<number, number>()
  if (rows.length === 0) return counts
  const shownRequest = { ask: 'visible', numbers: numbersBehind(rows), sourceKeys: [] } as const
  const { numbers, isComplete } = await askAboutShown(
    context,
    caller,
    { query: '', reading: null },
    shownRequest
  )
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

/** Null when empty. */
function noteOf(text: string | null | undefined): string | null {
  const note = sanitizeText(text ?? '')
  if (!hasAtMost(note, VERDICT_NOTE_MAX_CODE_POINTS)) throw new Refusal('NOTE_TOO_LONG')
  return note === '' ? null : note
}
