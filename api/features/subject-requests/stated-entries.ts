import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import type { Orm } from '#api/db/orm.ts'
import { entryTokens, markErased } from '#api/features/suppressions/service.ts'
import { entryIds, noteTokens } from './holds-store.ts'
import { unseal } from './seal.ts'
import { identifiersOf, type Stated } from './stated.ts'
import type { RequestRow } from './store.ts'
import { isHeld } from './view.ts'

type Tx = Pick<Orm, 'insert' | 'update' | 'delete' | 'execute' | 'select' | '$count'>
type EntryContext = Pick<Context, 'secrets' | 'hashes'>

/** What a request is about, by the key of now: tokens go with a key that is lost. */
export async function noteStated({ secrets, hashes }: EntryContext, tx: Tx, row: RequestRow): Promise<void> {
  const stated = isHeld(row) ? unseal<Stated>(secrets, row.keyHash, row.stated) : null
  if (!stated) return
  const identifiers = identifiersOf(stated, row.channel)
  await noteTokens(
    tx,
    row.id,
    identifiers.map(({ subject }) => entryTokens(hashes.suppress, subject))
  )
}

/** Marks the records of what is proved to be the person's for removal, and leaves the removal to who comes after. */
export async function markStated(
  { secrets, hashes }: EntryContext,
  tx: Tx,
  row: RequestRow,
  actor: Actor
): Promise<void> {
  const stated = unseal<Stated>(secrets, row.keyHash, row.stated)
  if (!stated) return
  const tokens = identifiersOf(stated, row.channel)
    .filter(({ isConfirmed }) => isConfirmed || row.identityChecked)
    .flatMap(({ subject }) => entryTokens(hashes.suppress, subject).slice(0, 1))
  const ids = await entryIds(
    tx,
    tokens.map(({ token }) => token)
  )
  if (ids.length > 0) await markErased(tx, ids, actor)
}
