import type { SQL } from 'bun'
import { noteAct } from '#api/db/audit.ts'
import { fingerprintOf, notedFingerprints } from '#api/db/keys.ts'
import { orm } from '#api/db/orm.ts'
import { assertNoOthers } from '#api/db/running-server.ts'
import { queueRekeys } from '#api/features/sources/service.ts'
import { keysOf, rehash } from '#api/lib/hmac.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import {
  lockSuppressions,
  noteKey,
  requestTokens,
  storeRequestTokens,
  storeTokens,
  tokensAfter
} from './rotation-store.ts'

const TOKENS_AT_ONCE = 5_000

const NOT_DUE =
  'База данных работает не с прежним ключом из SUPPRESS_KEY_OLD: менять нечего. Задайте в SUPPRESS_KEY_OLD ключ, с которым ' +
  'она работает, в SUPPRESS_KEY новый.'

/**
 * Whether the database works with the keys before the last one of these, so that the last one may take their place, and
 * nobody else works with them.
 *
 * @throws OperatorError that says why not.
 */
export async function assertRotationDue(
  owner: SQL,
  { before, after }: KeyChange,
  lock?: 'update'
): Promise<void> {
  const noted = (await notedFingerprints(owner, lock)).get('SUPPRESS_KEY')
  if (noted !== fingerprintOf(before) || fingerprintOf(after) === noted) throw new OperatorError(NOT_DUE)
  await assertNoOthers(owner)
}

/** A key (`joinKeys`), and the same with one more. */
export interface KeyChange {
  before: string
  after: string
}

/**
 * Lets a further key take the place of the present one. Tokens are hashed once more, for which nobody has to be entered
 * again. The keys of records are made anew by the server; until then its gate judges them by their fields. In one
 * transaction, under the lock of the fingerprint: who has opened the database before is seen and stops it, who opens it
 * later waits, and is refused with the former key.
 *
 * @param onHeld Called when nobody else can come between any more.
 * @returns How many entries there are, with their further values.
 * @throws OperatorError as `assertRotationDue`.
 */
export async function rotateSuppressKey(
  owner: SQL,
  change: KeyChange,
  onHeld: () => void = () => {}
): Promise<number> {
  const { after } = change
  const key = keysOf(after).at(-1) ?? ''
  return await owner.begin(async tx => {
    await assertRotationDue(tx, change, 'update')
    onHeld()
    await lockSuppressions(tx)
    let tokens = 0
    for (let last = 0; ; ) {
      const rows = await tokensAfter(tx, last, TOKENS_AT_ONCE)
      await storeTokens(
        tx,
        rows.map(({ id, token }) => ({ id, token: rehash(key, Buffer.from(token, 'hex')) }))
      )
      tokens += rows.length
      last = rows.at(-1)?.id ?? last
      if (rows.length < TOKENS_AT_ONCE) break
    }
    const held = await requestTokens(tx)
    await storeRequestTokens(
      tx,
      held.map(({ token }) => ({
        before: token,
        after: rehash(key, Buffer.from(token, 'hex')).toString('hex')
      }))
    )
    await noteKey(tx, Buffer.from(fingerprintOf(after), 'hex'))
    await queueRekeys(tx)
    await noteAct(orm(tx), {
      ...{ actorKind: 'system', via: 'cli', action: 'rotate_keys' },
      detail: { after: { entries: tokens } }
    })
    return tokens
  })
}
