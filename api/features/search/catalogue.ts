import type { Context } from '#api/context.ts'
import type { FieldLabelsAnswer, HealthAnswer, ParseAnswer, StatsAnswer } from '#shared/contracts/search.ts'
import { parseQuery } from '#shared/identity/query/parse.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { sanitizeLine } from './parse-query.ts'

export async function readingsOf(
  { admissions }: Context,
  userId: number,
  line: string,
  signal: AbortSignal
): Promise<ParseAnswer> {
  const query = sanitizeLine(line)
  const slot = await admissions.parse.enter(userId, signal)
  try {
    return { success: true, readings: parseQuery(query) }
  } finally {
    slot.leave()
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

/** Down also while the server stops, so that a balancer sends no new clients. */
export async function searchHealth({ engine, drain, sources }: Context): Promise<HealthAnswer> {
  const { ok, records } = await engine.health()
  const prepared = ok ? ((await sources.current().catch(() => null))?.rekeyed ?? null) : null
  const status = ok && !drain.isStopping ? 'ok' : 'down'
  return { status, engine: engine.name, records, ...(prepared !== null && { prepared }) }
}
