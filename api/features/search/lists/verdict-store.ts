import type { SQL } from 'bun'
import { sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import type { VerdictValue } from '#shared/contracts/verdict.ts'

export interface RowVerdict {
  listId: number
  n: number
  userId: number
  isApi: boolean
  ipPrefix: string | null
  verdict: VerdictValue | null
  note: string | null
  /** When the verdict was made that its user saw; null of none, undefined of whichever. */
  replaces: Date | null | undefined
}

/** Writes what the user concludes of a row, or takes it back, with its audit; rows of one number take turns. */
export async function storeRowVerdict(
  sql: SQL,
  { listId, n, userId, isApi, ipPrefix, verdict, note, replaces }: RowVerdict
): Promise<'done' | 'none' | 'unanswered' | 'changed'> {
  return await orm(sql).transaction(async tx => {
    const [row] = await tx.execute<{
      state: string
      verdict: string | null
      note: string | null
      at: string | null
    }>(
      text`SELECT state, verdict, note, verdict_at AS at FROM list_row
        WHERE list_id = ${listId} AND n = ${n} FOR NO KEY UPDATE`
    )
    if (!row) return 'none'
    if (row.state !== 'done') return 'unanswered'
    if (row.verdict === verdict && row.note === note) return 'done'
    const at = row.at === null ? null : new Date(row.at).getTime()
    if (replaces !== undefined && at !== (replaces?.getTime() ?? null)) return 'changed'
    await tx.execute(text`UPDATE list_row SET verdict = ${verdict}, note = ${note},
        verdict_at = CASE WHEN ${verdict}::text IS NOT NULL THEN date_trunc('milliseconds', clock_timestamp()) END
      WHERE list_id = ${listId} AND n = ${n}`)
    await noteAct(tx, {
      actorId: userId,
      via: isApi ? 'api' : 'ui',
      action: 'list_verdict',
      ipPrefix,
      detail: { list_id: listId, n, before: row.verdict, verdict }
    })
    return 'done'
  })
}
