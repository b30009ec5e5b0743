import type { SQL } from 'bun'
import { and, asc, eq, sql as text } from 'drizzle-orm'
import { type Actor, noteAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { webhooks } from '#api/db/schema/index.ts'
import type { AuditAct } from '#shared/labels/audit-acts.ts'
import type { WebhookForm } from '#shared/rules/webhooks.ts'

export type StoredWebhook = typeof webhooks.$inferSelect
export interface Secret {
  nonce: Uint8Array
  masked: string
}

const own = ({ actorId }: Actor, id: number) => and(eq(webhooks.id, id), eq(webhooks.userId, actorId))

export async function webhooksOf(sql: SQL, userId: number): Promise<StoredWebhook[]> {
  return await orm(sql).select().from(webhooks).where(eq(webhooks.userId, userId)).orderBy(asc(webhooks.id))
}

/** Where it went is not audited: an address may hold what lets its caller in. */
const noteChange = (tx: Pick<Orm, 'insert' | 'execute'>, actor: Actor, action: AuditAct, id: number) =>
  noteAct(tx, { ...actor, action, detail: { webhook_id: id } })

/** Null where the user has `most` of them. Of calls that come at once those that chose the same free slot take another. */
export async function storeWebhook(
  sql: SQL,
  actor: Actor,
  form: WebhookForm,
  secret: Secret,
  most: number
): Promise<StoredWebhook | null> {
  return await orm(sql).transaction(async tx => {
    // Of two at once the second waits here, and sees the slot of the first.
    await tx.execute(text`SELECT FROM users WHERE id = ${actor.actorId} FOR NO KEY UPDATE`)
    const others = await tx
      .select({ slot: webhooks.slot })
      .from(webhooks)
      .where(eq(webhooks.userId, actor.actorId))
    const slot = Array.from({ length: most }, (_, at) => at).find(at =>
      others.every(each => each.slot !== at)
    )
    if (slot === undefined) return null
    const [stored] = await tx
      .insert(webhooks)
      .values({ ...form, ...secret, userId: actor.actorId, slot })
      .returning()
    if (!stored) return null
    await noteChange(tx, actor, 'webhook_create', stored.id)
    return stored
  })
}

/** Null when it is none of this user's. */
async function update(
  sql: SQL,
  actor: Actor,
  id: number,
  action: AuditAct,
  values: Partial<StoredWebhook> | { secretAt: ReturnType<typeof text> }
): Promise<StoredWebhook | null> {
  return await orm(sql).transaction(async tx => {
    const [changed] = await tx.update(webhooks).set(values).where(own(actor, id)).returning()
    if (!changed) return null
    await noteChange(tx, actor, action, id)
    return changed
  })
}

export const changeWebhook = (sql: SQL, actor: Actor, id: number, form: WebhookForm) =>
  update(sql, actor, id, 'webhook_change', form)

export const changeSecret = (sql: SQL, actor: Actor, id: number, secret: Secret) =>
  update(sql, actor, id, 'webhook_secret', { ...secret, secretAt: text`now()` })

/** With what waits for it and its log. False when it is none of this user's. */
export async function deleteWebhook(sql: SQL, actor: Actor, id: number): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    const deleted = await tx.delete(webhooks).where(own(actor, id)).returning({ id: webhooks.id })
    if (deleted.length > 0) await noteChange(tx, actor, 'webhook_delete', id)
    return deleted.length > 0
  })
}
