import * as v from 'valibot'
import type { Context } from '#api/context.ts'
import { finishAnswer } from '#api/features/search/answer/prepared-answer.ts'
import { lineOf } from '#api/features/search/lists/columns.ts'
import { publicErrorOf } from '#api/features/search/public/service.ts'
import type { SearchCaller } from '#api/features/search/reserve-credit.ts'
import { payForSearch } from '#api/features/search/service.ts'
import { databaseRefusal } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { codeOfText, Refusal } from '#api/lib/refusal.ts'
import { TABLE_ANSWER_MS } from '#api/lib/time-limits.ts'
import { SEARCHES_PER_ACCOUNT } from '#shared/constants.ts'
import {
  RECONCILE_CANDIDATES_MAX,
  RECONCILE_PROPERTIES,
  type ReconcileQuery,
  type ReconcileResult,
  reconcileQuery
} from '#shared/contracts/programs/reconcile.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { candidateOf } from './candidate.ts'

/** Enough for the candidates of a query. */
const RECORDS = 50

/**
 * Searches for each query as a program does, two at a time. What is refused is refused by its name, and the others are
 * answered. Who leaves in the midst gets back what was charged.
 */
export async function reconcileQueries(
  context: Context,
  caller: SearchCaller,
  request: Request,
  queries: readonly (readonly [id: string, query: unknown])[]
): Promise<Record<string, ReconcileResult>> {
  const until = performance.now() + TABLE_ANSWER_MS
  const results: ReconcileResult[] = []
  let next = 0
  const work = async () => {
    while (next < queries.length) {
      const at = next
      next += 1
      const [id, query] = queries[at] ?? ['', null]
      results[at] = await resultOf(async () => {
        if (performance.now() > until) throw new Refusal('TOO_MANY_SEARCHES')
        return await answerQuery(context, withKeyOf(context, caller, id), request, query)
      }, caller.signal)
    }
  }
  await Promise.all(Array.from({ length: SEARCHES_PER_ACCOUNT }, work))
  return Object.fromEntries(queries.map(([id], at) => [id, results[at] as ReconcileResult]))
}

/** Under the key of a batch each query has a key of its own. */
function withKeyOf({ hashes }: Context, caller: SearchCaller, id: string): SearchCaller {
  if (caller.clientKey === null) return caller
  const key = hashes.audit.digest(JSON.stringify([caller.clientKey, id])).toBase64()
  // The account's keys were not looked through for it.
  return { ...caller, clientKey: `reconcile ${key}`, knowsKey: true }
}

async function answerQuery(
  context: Context,
  caller: SearchCaller,
  request: Request,
  written: unknown
): Promise<ReconcileResult> {
  const { issues, output: query } = v.safeParse(reconcileQuery, written)
  if (issues) throw new Refusal(codeOfText(issues[0].message))
  const order = { line: lineOfQuery(query), chosen: null, limit: RECORDS }
  // What others of the account have spent since it called is asked for.
  const paid = await payForSearch(context, { ...caller, requestsCount: 0 }, order)
  const { body } = finishAnswer(paid.answer, { search_id: paid.searchId }, null)
  const answer: SearchAnswer = JSON.parse(Buffer.concat(body).toString())
  const types = [query.type ?? []].flat()
  const people = answer.persons.filter(({ kind }) => types.length === 0 || types.includes(kind))
  const limit = Math.min(query.limit, RECONCILE_CANDIDATES_MAX)
  const result = people.slice(0, limit).map(person => candidateOf(answer, person))
  // Last: of an answer that fails before, the charge is given back.
  if (paid.delivery !== null) context.deliveries.awaitHandOver(request, paid.delivery)
  return {
    result,
    charged: paid.charged,
    balance: paid.requestsLeft
  }
}

/** The line that a person would type of a query. @throws Refusal `BAD_INPUT` of a property that is none. */
function lineOfQuery({ query, properties }: ReconcileQuery): string {
  const cells = properties.flatMap(({ pid, v: values }) => {
    if (!RECONCILE_PROPERTIES.includes(pid as FieldKind)) throw new Refusal('BAD_INPUT')
    return [values].flat().map(value => ({
      kind: pid as FieldKind,
      text: typeof value === 'object' ? (value.name ?? value.id) : String(value)
    }))
  })
  const columns = cells.map(({ kind }) => ({
    label: kind,
    kind,
    kind_title: kind,
    use: 'line' as const,
    examples: []
  }))
  const { line } = lineOf(
    columns,
    cells.map(({ text }) => text)
  )
  return [query, line].filter(Boolean).join(' ')
}

/** @throws What the signal was aborted with: the client has left. */
async function resultOf(
  answer: () => Promise<ReconcileResult>,
  signal: AbortSignal
): Promise<ReconcileResult> {
  try {
    return await answer()
  } catch (error) {
    signal.throwIfAborted()
    const cause = publicErrorOf(error)
    const foreseen = cause instanceof Refusal ? cause : databaseRefusal(error)
    if (!foreseen) log.error('reconcile_query', { error })
    const refusal = foreseen ?? new Refusal('SEARCH_FAILED')
    return { result: [], error: refusal.message, error_code: refusal.code, charged: 0 }
  }
}
