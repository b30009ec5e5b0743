import * as v from 'valibot'
import { count, share } from './values.ts'

/** `GET /api/search/health`: 200, or 503 when nothing can be searched. */
export const healthAnswer = v.strictObject({
  status: v.picklist(['ok', 'down']),
  engine: v.string(),
  records: v.nullable(count),
  /** How many of the records are made anew for searches, while some are not; what is not may be missed by a search. */
  prepared: v.optional(share),
  /** Changes of records that the index lacks, while it lacks some. */
  behind: v.optional(count)
})
export type HealthAnswer = v.InferOutput<typeof healthAnswer>

/** `GET /api/health/live`: the process answers. Whoever gets none ends it and starts another. */
export const liveAnswer = v.strictObject({ status: v.literal('ok') })

const part = v.picklist(['ok', 'down'])

/** `GET /api/health/ready`: 200, or 503 while calls are better sent to another process. */
export const readyAnswer = v.strictObject({
  status: part,
  database: part,
  /** Whether records can be found. */
  search: part,
  /** The process ends, and takes no new calls. */
  stopping: v.boolean()
})
export type ReadyAnswer = v.InferOutput<typeof readyAnswer>
