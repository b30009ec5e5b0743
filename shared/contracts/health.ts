import * as v from 'valibot'

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
