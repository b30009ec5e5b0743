import * as v from 'valibot'
import { count, share } from './values.ts'

/** `GET /api/search/health`: 503 when nothing can be searched. */
export const healthAnswer = v.strictObject({
  status: v.picklist(['ok', 'down']),
  engine: v.string(),
  records: v.nullable(count),
  /** Share of records with current keys, while some lack them and may be missed. */
  prepared: v.optional(share),
  /** Changes that the index lacks, if any. */
  behind: v.optional(count)
})
export type HealthAnswer = v.InferOutput<typeof healthAnswer>

/** `GET /api/health/live`: without an answer the process is to be replaced. */
export const liveAnswer = v.strictObject({ status: v.literal('ok') })

const part = v.picklist(['ok', 'down'])

/** `GET /api/health/ready`: 503 when calls should go elsewhere. */
export const readyAnswer = v.strictObject({
  status: part,
  database: part,
  /** Records can be found. */
  search: part,
  stopping: v.boolean()
})
export type ReadyAnswer = v.InferOutput<typeof readyAnswer>
