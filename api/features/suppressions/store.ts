import { and, eq, isNull, lte, sql as text } from 'drizzle-orm'
import type { Orm } from '#api/db/orm.ts'
import { suppressions } from '#api/db/schema/index.ts'
import type { EntryTokens, Grounds } from './entries.ts'

type Tx = Pick<Orm, 'insert' | 'update' | 'delete'>

const isEntry = isNull(suppressions.mainId)

/** What was over is lifted by itself, so that the same value may be entered again. */
const liftExpired = async (tx: Tx, token: Uint8Array): Promise<void> => {
  const lifted = await tx
    .update(suppressions)
    .set({ state: 'lifted', liftedAt: suppressions.expiresAt, liftReason: 'срок истёк' })
    .where(
      and(
        isEntry,
        eq(suppressions.token, token),
        lte(suppressions.expiresAt, text`now()`),
        text`state <> 'lifted'`
      )
    )
    .returning({ id: suppressions.id })
  for (const { id } of lifted) await tx.delete(suppressions).where(eq(suppressions.mainId, id))
}

/**
 * Enters a value with its looser forms. One that stands provisionally is made to stand for good by an entry that does.
 *
 * @returns Its number; null when it was on the list just so.
 */
export async function insertEntry(
  tx: Tx,
  [main, ...further]: EntryTokens,
  { reason, request, expiresAt, isProvisional }: Grounds,
  addedBy: number | null
): Promise<number | null> {
  if (!main) return null
  const token = Buffer.from(main.token, 'hex')
  await liftExpired(tx, token)
  const state = isProvisional ? 'provisional' : 'active'
  const shared = { class: reason, state, expiresAt }
  const [entry] = await tx
    .insert(suppressions)
    .values({ ...shared, token, prefix: BigInt(main.prefix), kind: main.kind, request, addedBy })
    .onConflictDoUpdate({
      target: suppressions.token,
      targetWhere: text`main_id is null and state <> 'lifted'`,
      set: {
        class: reason,
        state,
        expiresAt,
        request: text`coalesce(excluded.request, ${suppressions.request})`
      },
      setWhere: text`${suppressions.state} = 'provisional' and excluded.state = 'active'`
    })
    .returning({ id: suppressions.id })
  if (!entry) return null
  if (further.length > 0)
    await tx
      .insert(suppressions)
      .values(
        further.map(each => ({
          ...shared,
          token: Buffer.from(each.token, 'hex'),
          prefix: BigInt(each.prefix),
          kind: each.kind,
          mainId: entry.id
        }))
      )
      .onConflictDoUpdate({
        target: [suppressions.mainId, suppressions.token],
        targetWhere: text`main_id is not null`,
        set: { state, expiresAt }
      })
  return entry.id
}

/** Of those who lift it at once one does. @returns False when it is not in force. */
export async function liftEntry(
  tx: Tx,
  id: number,
  { reason, liftedBy }: { reason: string; liftedBy: number | null }
): Promise<boolean> {
  const lifted = await tx
    .update(suppressions)
    .set({ state: 'lifted', liftedAt: text`now()`, liftedBy, liftReason: reason, eraseFrom: null })
    .where(and(isEntry, eq(suppressions.id, id), text`${suppressions.state} <> 'lifted'`))
    .returning({ id: suppressions.id })
  if (lifted.length === 0) return false
  await tx.delete(suppressions).where(eq(suppressions.mainId, id))
  return true
}
