import * as v from 'valibot'
import type { Context } from '#api/context.ts'
import { type CallOptions, programCaller } from '#api/features/search/public/service.ts'
import type { SearchCaller } from '#api/features/search/reserve-credit.ts'
import { admitCall, ownerOfToken, type TokenCall } from '#api/features/tokens/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { API_INTERVAL_MS, PRODUCT_NAME, SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import {
  EXTEND_PROPERTIES,
  extendQuery,
  RECONCILE_BATCH_ADVISED,
  RECONCILE_BATCH_MAX,
  RECONCILE_PROPERTIES,
  RECONCILE_TYPES,
  type ReconcileManifest,
  type SuggestAnswer
} from '#shared/contracts/programs/reconcile.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { reconcileQueries } from './batch.ts'
import { TYPE_NAMES } from './candidate.ts'
import { PREVIEW_SIZE, previewPage, refusalPage } from './preview.ts'
import { extendPeople, shownPeople } from './shown-people.ts'

/** A table is sent batch after batch, without a rest between: they wait for their turn. */
const TURNS = 10
const PRICE = `${SEARCH_PRICE} со счёта за строку`

const TYPES = RECONCILE_TYPES.map(id => ({ id, name: TYPE_NAMES[id] }))
const named = (kinds: readonly (keyof typeof FIELD_LABELS)[]) =>
  kinds.map(id => ({ id, name: FIELD_LABELS[id] }))

/** What the service offers, at what price. Its addresses have the token that it was asked with. */
export function manifestOf({ config }: Context, path: string, token: string | null): ReconcileManifest {
  const base = config.publicOrigin + path
  const ending = token === null ? '' : `token=${encodeURIComponent(token)}`
  const place = (of: string) => ({ service_url: base, service_path: ending === '' ? of : `${of}?${ending}` })
  const preview = `${base}/preview?id={{id}}${ending === '' ? '' : `&${ending}`}`
  return {
    versions: ['0.2'],
    name: `${PRODUCT_NAME}: ${PRICE}`,
    identifierSpace: `${base}/people/`,
    schemaSpace: `${base}/types/`,
    documentation: `${config.publicOrigin}/apidocs`,
    defaultTypes: TYPES,
    view: { url: preview },
    preview: { url: preview, ...PREVIEW_SIZE },
    suggest: {
      entity: place('/suggest/entity'),
      property: place('/suggest/property'),
      type: place('/suggest/type')
    },
    extend: { propose_properties: place('/properties'), property_settings: [] },
    batchSize: RECONCILE_BATCH_ADVISED,
    authentication: { type: 'apiKey', name: 'token', in: 'query' },
    price: { credits: SEARCH_COST_REQUESTS, text: `${PRICE}, если ответили все источники` }
  }
}

/**
 * Answers a batch of queries, each a paid search, or tells more of candidates for nothing.
 *
 * @throws Refusal of the request, then of the token and the interval; of single queries none.
 */
export async function answerTable(
  context: Context,
  call: TokenCall,
  options: CallOptions,
  request: Request,
  { queries, extend }: { queries?: unknown; extend?: unknown }
): Promise<object> {
  if ((queries === undefined) === (extend === undefined)) throw new Refusal('BAD_INPUT')
  if (extend !== undefined) {
    const { issues, output } = v.safeParse(extendQuery, objectIn(extend))
    if (issues) throw new Refusal('BAD_INPUT')
    return await extendPeople(context, await admittedInTurn(context, call, options), output)
  }
  const batch = Object.entries(objectIn(queries))
  if (batch.length > RECONCILE_BATCH_MAX) throw new Refusal('BATCH_TOO_LARGE')
  const caller = await admittedInTurn(context, call, options)
  return await reconcileQueries(context, caller, request, batch)
}

/**
 * A page about a candidate, to a browser also where there is none.
 *
 * @throws Refusal of the token; `SEARCH_EXPIRED`; to a browser none.
 */
export async function previewOf(
  context: Context,
  call: TokenCall,
  options: CallOptions,
  { id, isBrowser }: { id: string; isBrowser: boolean }
): Promise<{ page: string; status: number }> {
  try {
    const person = (await shownPeople(context, await ownerCaller(context, call, options), [id])).get(id)
    if (!person) throw new Refusal('SEARCH_EXPIRED')
    return { page: previewPage(person), status: 200 }
  } catch (error) {
    if (!isBrowser || !(error instanceof Refusal)) throw error
    return { page: refusalPage(error.message), status: PROBLEMS[error.code].status }
  }
}

/** Properties and types by the beginning of their names; of people only one whose whole id it is, since names are searched. */
export async function suggest(
  context: Context,
  call: TokenCall,
  options: CallOptions,
  { of, prefix, cursor }: { of: string; prefix: string; cursor: number }
): Promise<SuggestAnswer> {
  const caller = await ownerCaller(context, call, options)
  if (of === 'entity') {
    const person = (await shownPeople(context, caller, [prefix])).get(prefix)
    return { result: person ? [{ id: prefix, name: person.name }] : [] }
  }
  const all = of === 'property' ? named(RECONCILE_PROPERTIES) : of === 'type' ? TYPES : null
  if (all === null) throw new Refusal('NO_SUCH_PATH')
  const start = prefix.trim().toLowerCase()
  const fitting = all.filter(({ id, name }) => id.startsWith(start) || name.toLowerCase().startsWith(start))
  return { result: fitting.slice(cursor) }
}

/** What may be asked of candidates. */
export async function proposeProperties(context: Context, call: TokenCall, type = 'person') {
  await ownerOfToken(context, call)
  return { type, properties: named(EXTEND_PROPERTIES) }
}

async function ownerCaller(context: Context, call: TokenCall, options: CallOptions): Promise<SearchCaller> {
  return programCaller({ ...(await ownerOfToken(context, call)), knowsKey: false }, call.address, options)
}

async function admittedInTurn(
  context: Context,
  call: TokenCall,
  options: CallOptions
): Promise<SearchCaller> {
  for (let turn = 1; ; turn += 1) {
    try {
      return programCaller(await admitCall(context, call), call.address, options)
    } catch (error) {
      options.signal.throwIfAborted()
      if (turn === TURNS || !(error instanceof Refusal) || error.code !== 'TOO_OFTEN') throw error
      await Bun.sleep(API_INTERVAL_MS)
    }
  }
}

/** An object, or the JSON of one. @throws Refusal `BAD_JSON`, `BAD_INPUT`. */
function objectIn(field: unknown): Record<string, unknown> {
  let value = field
  try {
    if (typeof field === 'string') value = JSON.parse(field)
  } catch {
    throw new Refusal('BAD_JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('BAD_INPUT')
  return value as Record<string, unknown>
}
