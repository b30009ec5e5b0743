import type { SQL } from 'bun'
import { and, eq, sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { searchHistory, searchVerdicts } from '#api/db/schema/index.ts'
import type { StoredVerdict } from './store.ts'

/** With its search; null when deleted. */
export type EarlierRow = Pick<StoredVerdict, 'id' | 'aRecord' | 'verdict' | 'note' | 'at'> & {
  tokens: readonly string[]
  searchId: Uint8Array | null
}

const ofOthers = (userId: number, historyId: number) => text`${searchVerdicts} v
  LEFT JOIN ${searchHistory} h ON h.id = v.history_id
  WHERE (h.user_id = ${userId} OR v.user_id = ${userId}) AND v.b IS NULL AND v.tokens <> '{}'
    AND v.history_id IS DISTINCT FROM ${historyId}`

export async function hasEarlier(sql: SQL, userId: number, historyId: number): Promise<boolean> {
  return (await orm(sql).execute(text`SELECT FROM ${ofOthers(userId, historyId)} LIMIT 1`)).length > 0
}

const EARLIER_MAX = 500

type RowAsText = Record<'aRecord' | 'tokens', string> &
  Pick<EarlierRow, 'id' | 'verdict' | 'note' | 'at' | 'searchId'>

/** The latest on each record: many on one person leave room for those on others. */
export async function verdictsLike(
  sql: SQL,
  userId: number,
  historyId: number,
  tokens: readonly string[]
): Promise<EarlierRow[]> {
  const rows = await orm(sql).execute<RowAsText>(
    text`SELECT * FROM (
        SELECT DISTINCT ON (v.a_record, v.tokens) v.id::float8 AS id, v.a_record::text AS "aRecord", v.verdict, v.note,
          v.at, h.search_id AS "searchId", v.tokens::text AS tokens
        FROM ${ofOthers(userId, historyId)} AND v.tokens && ${`{${tokens.join(',')}}`}::int8[]
        ORDER BY v.a_record, v.tokens, v.at DESC, v.id DESC
      ) latest ORDER BY at DESC, id DESC LIMIT ${EARLIER_MAX}`
  )
  return rows.map(({ id, aRecord, verdict, note, at, searchId, tokens }) => ({
    id,
    aRecord: BigInt(aRecord),
    verdict,
    note,
    at,
    searchId,
    tokens: tokens.match(/-?\d+/g) ?? []
  }))
}

/** Its line of history is gone. */
export async function deleteKept(
  sql: SQL,
  { userId, ipPrefix, id }: { userId: number; ipPrefix: string | null; id: number }
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    const isKept = and(eq(searchVerdicts.id, id), eq(searchVerdicts.userId, userId))
    const [deleted] = await tx.delete(searchVerdicts).where(isKept).returning()
    if (!deleted) return false
    await noteAct(tx, {
      actorId: userId,
      action: 'verdict_removed',
      recordIds: [deleted.aRecord],
      ipPrefix,
      detail: { history_id: null, verdict_id: id, before: deleted.verdict }
    })
    return true
  })
}
