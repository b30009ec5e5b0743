import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { HealthAnswer } from '#shared/contracts/health.ts'
import type { FieldLabelsAnswer, ParseAnswer, StatsAnswer } from '#shared/contracts/search.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { inSearchTime } from './admission.ts'
import { cleanedLine } from './answer/parse-query.ts'

/** Pause relative to the reading time, so that a caller who reads endlessly leaves threads to others. */
const REST_PER_READING = 9
const REST_MAX_MS = 1_000

/**
 * Reads a line in a search thread, in turn with the account's searches.
 * @throws Refusal of the line, `TOO_MANY_SEARCHES`, `OVERLOADED`, `SEARCH_DOWN`.
 */
export async function readingsOf(
  context: Context,
  userId: number,
  line: string,
  signal: AbortSignal
): Promise<ParseAnswer> {
  cleanedLine(line)
  const startedAt = performance.now()
  const slot = await context.admissions.search.enter(userId, signal)
  // A lost or late thread counts as slow.
  let restMs = REST_MAX_MS
  try {
    const reading = await inSearchTime(signal, startedAt, stop => context.search.read(line, stop))
    restMs = Math.min(REST_MAX_MS, REST_PER_READING * reading.tookMs)
    signal.throwIfAborted()
    if ('refused' in reading) throw new Refusal(reading.refused)
    return { success: true, readings: reading.readings }
  } finally {
    slot.leave(restMs)
  }
}

export async function searchStats(context: Context): Promise<StatsAnswer> {
  const sources = [...(await context.sources.current()).sources.values()]
  return {
    success: true,
    total_records: sources.reduce((sum, source) => sum + source.records, 0),
    sources_count: sources.length,
    indices: sources.map(({ key, title, records }) => ({ name: key, title, records }))
  }
}

export const fieldLabels = (): FieldLabelsAnswer => ({ success: true, labels: FIELD_LABELS })

/** Down while stopping, so that balancers send no new clients. */
export async function searchHealth({ engine, drain, sources }: Context): Promise<HealthAnswer> {
  const { ok, records, behind } = await engine.health()
  const prepared = ok ? ((await sources.current().catch(() => null))?.rekeyed ?? null) : null
  const status = ok && !drain.isStopping ? 'ok' : 'down'
  return {
    status,
    engine: engine.name,
    records,
    ...(prepared !== null && { prepared }),
    ...(behind && { behind })
  }
}
