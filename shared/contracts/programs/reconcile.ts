import * as v from 'valibot'
import { publicRefusalShape } from '#shared/contracts/programs/public-api.ts'
import { count } from '#shared/contracts/values.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { PROBLEMS } from '#shared/problems.ts'

const WRONG = PROBLEMS.BAD_INPUT.text

/** Advised batch size, so that answers come in time, and the maximum. */
export const RECONCILE_BATCH_ADVISED = 20
export const RECONCILE_BATCH_MAX = 1_000
export const RECONCILE_BODY_MAX_BYTES = 2 * 2 ** 20
export const RECONCILE_CANDIDATES_DEFAULT = 5
export const RECONCILE_CANDIDATES_MAX = 25

export const RECONCILE_TYPES = ['person', 'organisation'] as const

export const RECONCILE_PROPERTIES: readonly FieldKind[] = [
  ...(['birth_date', 'last_name', 'first_name', 'middle_name'] as const),
  ...IDENTIFIER_KINDS,
  ...(['address', 'organization'] as const)
]
export const EXTEND_PROPERTIES: readonly FieldKind[] = [
  ...RECONCILE_PROPERTIES.filter(kind => !kind.endsWith('_name')),
  ...(['full_name', 'gender', 'region', 'birth_place', 'citizenship', 'position', 'workplace'] as const)
]

const uri = v.pipe(v.string(), v.url())
const withId = v.pipe(v.string(), v.includes('{{id}}'))
const named = { id: v.string(), name: v.string() }
const servicePlace = v.strictObject({ service_url: uri, service_path: v.string() })

/** `GET /api/reconcile`: manifest of reconciliation-api.github.io/specs/0.2. */
export const reconcileManifest = v.strictObject({
  versions: v.array(v.literal('0.2')),
  name: v.string(),
  identifierSpace: uri,
  schemaSpace: uri,
  documentation: uri,
  defaultTypes: v.array(v.strictObject(named)),
  view: v.strictObject({ url: withId }),
  preview: v.strictObject({ url: withId, width: count, height: count }),
  suggest: v.strictObject({ entity: servicePlace, property: servicePlace, type: servicePlace }),
  extend: v.strictObject({ propose_properties: servicePlace, property_settings: v.array(v.never()) }),
  batchSize: count,
  authentication: v.strictObject({
    type: v.literal('apiKey'),
    name: v.literal('token'),
    in: v.literal('query')
  }),
  /** Of one query that all sources answered. */
  price: v.strictObject({ credits: count, text: v.string() })
})
export type ReconcileManifest = v.InferOutput<typeof reconcileManifest>

const propertyValue = v.union(
  [v.string(), v.number(), v.boolean(), v.looseObject({ id: v.string(), name: v.optional(v.string()) })],
  WRONG
)

export const reconcileQuery = v.pipe(
  v.object(
    {
      query: v.optional(v.string(WRONG), ''),
      type: v.optional(v.union([v.string(WRONG), v.array(v.string(WRONG))], WRONG)),
      limit: v.optional(
        v.pipe(v.number(WRONG), v.integer(WRONG), v.minValue(1, WRONG)),
        RECONCILE_CANDIDATES_DEFAULT
      ),
      properties: v.optional(
        v.array(
          v.object(
            { pid: v.string(WRONG), v: v.union([propertyValue, v.array(propertyValue)], WRONG) },
            WRONG
          )
        ),
        []
      ),
      type_strict: v.optional(v.picklist(['any', 'should', 'all'], WRONG))
    },
    WRONG
  ),
  v.check(({ query, properties }) => query.trim() !== '' || properties.length > 0, PROBLEMS.EMPTY_QUERY.text)
)
export type ReconcileQuery = v.InferOutput<typeof reconcileQuery>

const candidate = v.strictObject({
  ...named,
  description: v.string(),
  /** 0–100 */
  score: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  match: v.boolean(),
  type: v.array(v.strictObject(named)),
  features: v.array(v.strictObject({ id: v.string(), value: v.union([v.number(), v.boolean()]) }))
})
export type ReconcileCandidate = v.InferOutput<typeof candidate>

const { status: _, code: __, ...refusalEntries } = publicRefusalShape.entries
const queryResult = v.union([
  v.strictObject({ result: v.array(candidate), charged: count, balance: count }),
  v.strictObject({
    result: v.pipe(v.array(v.never()), v.length(0)),
    ...refusalEntries,
    charged: v.literal(0)
  })
])
export type ReconcileResult = v.InferOutput<typeof queryResult>

/** `POST /api/reconcile`: form or JSON; `queries` and `extend` may be JSON texts. */
export const reconcileBody = v.object(
  { token: v.nullish(v.string(WRONG)), queries: v.optional(v.unknown()), extend: v.optional(v.unknown()) },
  WRONG
)

export const extendQuery = v.object(
  {
    ids: v.pipe(v.array(v.string(WRONG), WRONG), v.maxLength(RECONCILE_BATCH_MAX, WRONG)),
    properties: v.pipe(
      v.array(v.object({ id: v.string(WRONG) }, WRONG), WRONG),
      v.maxLength(EXTEND_PROPERTIES.length, WRONG)
    )
  },
  WRONG
)
export type ExtendQuery = v.InferOutput<typeof extendQuery>

export const extendAnswer = v.strictObject({
  meta: v.array(v.strictObject(named)),
  rows: v.record(v.string(), v.record(v.string(), v.array(v.strictObject({ str: v.string() })))),
  /** Ids without data any more: their cells are empty. */
  expired: v.array(v.string())
})
export type ExtendAnswer = v.InferOutput<typeof extendAnswer>

export const reconcileAnswer = v.union([extendAnswer, v.record(v.string(), queryResult)])

export const suggestAnswer = v.strictObject({
  result: v.array(v.strictObject({ ...named, description: v.optional(v.string()) }))
})
export type SuggestAnswer = v.InferOutput<typeof suggestAnswer>

export const proposeAnswer = v.strictObject({ type: v.string(), properties: v.array(v.strictObject(named)) })
