import type { SQL } from 'bun'
import { and, asc, desc, eq, isNull, ne } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { ipExceptions, users } from '#api/db/schema/index.ts'
import type { AuditAct } from '#shared/labels/audit-acts.ts'

export async function hasActiveException(sql: SQL, address: string): Promise<boolean> {
  const rows = await orm(sql)
    .select({ id: ipExceptions.id })
    .from(ipExceptions)
    .where(and(eq(ipExceptions.ipAddress, address), eq(ipExceptions.isActive, true)))
  return rows.length > 0
}

type Row = typeof ipExceptions.$inferSelect
export type ExceptionRow = Omit<Row, 'createdBy'> & { createdBy: string | null }

const LISTED = {
  id: ipExceptions.id,
  ipAddress: ipExceptions.ipAddress,
  name: ipExceptions.name,
  description: ipExceptions.description,
  isActive: ipExceptions.isActive,
  createdAt: ipExceptions.createdAt,
  createdBy: users.username
}

export async function allExceptions(sql: SQL): Promise<ExceptionRow[]> {
  return await orm(sql)
    .select(LISTED)
    .from(ipExceptions)
    .leftJoin(users, eq(users.id, ipExceptions.createdBy))
    .orderBy(desc(ipExceptions.createdAt), desc(ipExceptions.id))
}

export async function activeAddresses(sql: SQL): Promise<string[]> {
  const rows = await orm(sql)
    .select({ address: ipExceptions.ipAddress })
    .from(ipExceptions)
    .where(eq(ipExceptions.isActive, true))
    .orderBy(asc(ipExceptions.id))
  return rows.map(({ address }) => address)
}

export interface ExceptionText {
  name: string
  description: string | null
}

/**
 * Makes the row of the protected address, or switches it on, and takes away those of other addresses that were made so. One
 * that an administrator has given a name of its own stays.
 */
export async function storeProtectedAddress(sql: SQL, ipAddress: string, text: ExceptionText): Promise<void> {
  await orm(sql).transaction(async tx => {
    const isNamedSo = and(isNull(ipExceptions.createdBy), eq(ipExceptions.name, text.name))
    await tx.delete(ipExceptions).where(and(ne(ipExceptions.ipAddress, ipAddress), isNamedSo))
    await tx
      .insert(ipExceptions)
      .values({ ipAddress, ...text })
      .onConflictDoUpdate({ target: ipExceptions.ipAddress, set: { isActive: true } })
  })
}

const auditedException = ({ ipAddress, name, description, isActive }: Row) => ({
  ip_address: ipAddress,
  name,
  description,
  is_active: isActive
})

async function note(
  tx: Pick<Orm, 'insert' | 'execute' | '$count'>,
  action: AuditAct,
  rows: [Row | null, Row | null],
  actor: Actor
) {
  const [before, after] = rows.map(row => row && auditedException(row))
  await noteAdminAct(tx, { ...actor, action, detail: { before, after } })
}

/** Null when there is one for the address. */
export async function insertException(
  sql: SQL,
  ipAddress: string,
  text: ExceptionText,
  actor: Actor
): Promise<number | null> {
  return await orm(sql).transaction(async tx => {
    const [inserted] = await tx
      .insert(ipExceptions)
      .values({ ipAddress, ...text, createdBy: actor.actorId })
      .onConflictDoNothing({ target: ipExceptions.ipAddress })
      .returning()
    if (!inserted) return null
    await note(tx, 'ip_exception_create', [null, inserted], actor)
    return inserted.id
  })
}

/**
 * Holds the exception, and stores what `change` makes of it.
 *
 * @param change Throws to leave it as it is.
 * @returns False when there is none.
 */
export async function changeException(
  sql: SQL,
  which: { id: number } | { ipAddress: string },
  change: (row: Row) => Partial<ExceptionText & { isActive: boolean }>,
  actor: Actor
): Promise<boolean> {
  const isMeant = 'id' in which ? eq(ipExceptions.id, which.id) : eq(ipExceptions.ipAddress, which.ipAddress)
  return await orm(sql).transaction(async tx => {
    const [row] = await tx.select().from(ipExceptions).where(isMeant).for('update')
    if (!row) return false
    const [changed] = await tx.update(ipExceptions).set(change(row)).where(isMeant).returning()
    await note(tx, 'ip_exception_update', [row, changed ?? null], actor)
    return true
  })
}

/**
 * Removes an exception; with `isActive` only one that is.
 *
 * @param check Throws to keep it.
 * @returns False when there is none.
 */
export async function deleteException(
  sql: SQL,
  which: { id: number } | { ipAddress: string; isActive: true },
  check: (row: Row) => void,
  actor: Actor
): Promise<boolean> {
  const isMeant =
    'id' in which
      ? eq(ipExceptions.id, which.id)
      : and(eq(ipExceptions.ipAddress, which.ipAddress), eq(ipExceptions.isActive, true))
  return await orm(sql).transaction(async tx => {
    const [gone] = await tx.delete(ipExceptions).where(isMeant).returning()
    if (!gone) return false
    check(gone)
    await note(tx, 'ip_exception_delete', [gone, null], actor)
    return true
  })
}
