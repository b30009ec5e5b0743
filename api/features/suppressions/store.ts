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

const { state: STATE, expiresAt: END, addedBy: ADDED_BY, request: REQUEST } = suppressions
const IS_LATER = text`(${END} is not null and coalesce(excluded.expires_at > ${END}, true))`
const IS_STRONGER = text`(${STATE} = 'provisional' and excluded.state = 'active')`
const IS_OTHERS = text`(${STATE} = 'provisional' and ${ADDED_BY} is null
  and (excluded.added_by is not null or excluded.request is distinct from ${REQUEST}))`

/**
 * Enters a value with its looser forms. Of what is on the list already the stronger state and the later end count, none
 * being the latest; who decides takes over what nobody has decided yet.
 *
 * @returns Its number; null when it was on the list just so.
 */
export async function insertEntry(
  tx: Tx,
  [main, ...further]: EntryTokens,
  { reason, request, expiresAt, isProvisional, isHold = false }: Grounds,
  addedBy: number | null
): Promise<number | null> {
  if (!main) return null
  const token = Buffer.from(main.token, 'hex')
  await liftExpired(tx, token)
  const state = isProvisional ? 'provisional' : 'active'
  const values = { token, prefix: BigInt(main.prefix), kind: main.kind, class: reason, state, expiresAt }
  const isTaken = isHold ? text`false` : text`(excluded.state = 'active' or ${IS_OTHERS})`
  const [entry] = await tx
    .insert(suppressions)
    .values({ ...values, request, addedBy })
    .onConflictDoUpdate({
      target: suppressions.token,
      targetWhere: text`main_id is null and state <> 'lifted'`,
      set: {
        class: text`case when ${isTaken} then excluded.class else ${suppressions.class} end`,
        state: text`case when ${IS_STRONGER} then excluded.state else ${STATE} end`,
        expiresAt: text`case when ${IS_LATER} then excluded.expires_at else ${END} end`,
        request: text`case when not ${isTaken} then ${REQUEST}
          when excluded.state = 'active' then coalesce(excluded.request, ${REQUEST}) else excluded.request end`,
        addedBy: text`case when ${isTaken} then coalesce(excluded.added_by, ${ADDED_BY}) else ${ADDED_BY} end`
      },
      setWhere: text`${IS_STRONGER} or ${IS_LATER} or (${isTaken} and ${IS_OTHERS})`
    })
    .returning({ id: suppressions.id, state: STATE, expiresAt: END })
  if (!entry) return null
  if (further.length > 0)
    await tx
      .insert(suppressions)
      .values(
        further.map(each => ({
          class: reason,
          state: entry.state,
          expiresAt: entry.expiresAt,
          token: Buffer.from(each.token, 'hex'),
          prefix: BigInt(each.prefix),
          kind: each.kind,
          mainId: entry.id
        }))
      )
      .onConflictDoUpdate({
        target: [suppressions.mainId, suppressions.token],
        targetWhere: text`main_id is not null`,
        set: { state: entry.state, expiresAt: entry.expiresAt }
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
