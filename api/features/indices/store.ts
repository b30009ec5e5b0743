import type { SQL } from 'bun'
import { and, eq, ne, sql as text } from 'drizzle-orm'
import type { SourceColumn } from '#api/book/index-record.ts'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import {
  COMPLETE_PASSPORT,
  importBatches,
  importJobs,
  type SourceStatus,
  sources
} from '#api/db/schema/index.ts'
import { insertSource, passportColumns, storedPassport } from '#api/features/sources/service.ts'
import type { AuditAct } from '#shared/labels/audit-acts.ts'
import type { Passport } from '#shared/rules/passport.ts'

type Row = typeof sources.$inferSelect

const auditDetails = (row: Row) => ({
  status: row.status,
  records: row.records,
  adopted: row.adopted,
  ...storedPassport(row)
})

export interface AdoptedIndex {
  columns: SourceColumn[]
  records: number
}

/** It answers nothing until it has a passport. */
export async function insertIndex(
  sql: SQL,
  key: string,
  adopted: AdoptedIndex | null,
  actor: Actor
): Promise<'done' | 'INDEX_EXISTS' | 'INDEX_LEAVING'> {
  return await orm(sql).transaction(async tx => {
    const own = { ...adopted, adopted: adopted !== null }
    const added = await insertSource(tx, { key, title: key, status: 'waiting', columns: [], ...own })
    if (added) {
      const detail = { before: null, after: auditDetails(added) }
      await noteAdminAct(tx, { ...actor, action: 'index_create', sourceKeys: [key], detail })
      return 'done'
    }
    const [other] = await tx.select({ status: sources.status }).from(sources).where(eq(sources.key, key))
    return other?.status === 'deleting' ? 'INDEX_LEAVING' : 'INDEX_EXISTS'
  })
}

/** Changes and audits a source; false when it is missing or being deleted. */
async function changeIndex(
  sql: SQL,
  key: string,
  { action, set }: { action: AuditAct; set: object },
  actor: Actor
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    const [old] = await tx
      .select()
      .from(sources)
      .where(and(eq(sources.key, key), ne(sources.status, 'deleting')))
      .for('update')
    if (!old) return false
    const [changed = old] = await tx.update(sources).set(set).where(eq(sources.id, old.id)).returning()
    if (changed.status === 'deleting') {
      // A running import notices it and stops.
      const state = { state: 'undone' as const, finishedAt: text`now()` }
      await tx.update(importBatches).set(state).where(eq(importBatches.sourceId, old.id))
      // A later source of this name must not inherit its jobs.
      await tx.delete(importJobs).where(and(ne(importJobs.kind, 'file'), eq(importJobs.sourceKey, key)))
    }
    const detail = {
      before: auditDetails(old),
      after: changed.status === 'deleting' ? null : auditDetails(changed)
    }
    await noteAdminAct(tx, { ...actor, action, sourceKeys: [key], detail })
    return true
  })
}

export const switchOff = (sql: SQL, key: string, actor: Actor) =>
  changeIndex(sql, key, { action: 'index_disable', set: { status: 'disabled' } }, actor)

/** `waiting` without a complete passport. */
export function switchOn(sql: SQL, key: string, actor: Actor): Promise<boolean> {
  const status = text.raw(`CASE WHEN (${COMPLETE_PASSPORT}) IS TRUE THEN 'active' ELSE 'waiting' END`)
  return changeIndex(sql, key, { action: 'index_enable', set: { status } }, actor)
}

export const beginDeletion = (sql: SQL, key: string, actor: Actor) =>
  changeIndex(sql, key, { action: 'index_delete', set: { status: 'deleting' } }, actor)

/** A waiting source answers from now on. */
export function storePassport(sql: SQL, key: string, passport: Passport, actor: Actor): Promise<boolean> {
  const status = text<SourceStatus>`CASE ${sources.status} WHEN 'waiting' THEN 'active' ELSE ${sources.status} END`
  const set = { status, ...passportColumns(passport) }
  return changeIndex(sql, key, { action: 'passport_update', set }, actor)
}

/** A transaction of its own, before anything is removed. */
export async function noteUndo(
  sql: SQL,
  batch: { id: number; sourceKey: string; stored: number; added: number; changed: number },
  actor: Actor
): Promise<void> {
  const { id, sourceKey, stored, added, changed } = batch
  const detail = { batch: id, before: { state: 'done', stored, added, changed }, after: { state: 'undone' } }
  await noteAdminAct(orm(sql), { ...actor, action: 'batch_undo', sourceKeys: [sourceKey], detail })
}

export async function noteExamples(sql: SQL, key: string, recordIds: bigint[], actor: Actor): Promise<void> {
  const shown = { sourceKeys: [key], resultCount: recordIds.length, recordIds }
  await noteAdminAct(orm(sql), { ...actor, action: 'source_examples', ...shown })
}
