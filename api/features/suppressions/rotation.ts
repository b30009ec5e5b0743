import type { SQL } from 'bun'
import { noteAct } from '#api/db/audit.ts'
import { fingerprintOf, notedFingerprints } from '#api/db/keys.ts'
import { orm } from '#api/db/orm.ts'
import { queueRekeys } from '#api/features/sources/service.ts'
import { keysOf, rehash } from '#api/lib/hmac.ts'
import {
  holdList,
  noteKey,
  requestTokens,
  storeRequestTokens,
  storeTokens,
  tokensAfter
} from './rotation-store.ts'

const TOKENS_AT_ONCE = 5_000

/** Whether the database works with the keys before the last one of these, so that the last one may take their place. */
export async function isRotationDue(owner: SQL, { before, after }: KeyChange): Promise<boolean> {
  const noted = (await notedFingerprints(owner)).get('SUPPRESS_KEY')
  return noted === fingerprintOf(before) && fingerprintOf(after) !== noted
}

/** A key (`joinKeys`), and the same with one more. */
export interface KeyChange {
  before: string
  after: string
}

/**
 * Lets a further key take the place of the present one. Tokens are hashed once more, for which nobody has to be entered
 * again. The keys of records are made anew by the server; until then its gate judges them by their fields. In one
 * transaction; no server may run.
 *
 * @returns How many entries there are, with their further values.
 */
export async function rotateSuppressKey(owner: SQL, { after }: KeyChange): Promise<number> {
  const key = keysOf(after).at(-1) ?? ''
  return await owner.begin(async tx => {
    await holdList(tx)
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
