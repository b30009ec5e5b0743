import type { SQL } from 'bun'
import { AUDIT_BREAKS_LISTED } from '#shared/admin-constants.ts'
import type { AuditBreak, AuditFailure } from '#shared/contracts/admin/audit.ts'
import { isDigestWhole, sealHash } from './row-hash.ts'
import {
  highestGiven,
  inSnapshot,
  lostHead,
  type NewCheck,
  neverGiven,
  rowHashesBetween,
  type StoredSeal,
  sealsAfter
} from './seal-store.ts'

const SEALS_AT_ONCE = 20
const HASH_HEX = 64
const LOWEST = -(2n ** 63n)

/** Where the chain has got to. */
interface Before {
  n: number
  hash: string
  /** Of its rows; a number that was never given is none. */
  lastId: bigint
}

/**
 * Holds the audit against its seals as both are at this moment, whatever is written meanwhile, and names all that does not
 * hold. What was looked at counts up to the first of it. Asks no function of the audit: it could have been replaced.
 *
 * @param head Of a check before, kept elsewhere: it has to be in the chain.
 */
export async function verifyAudit(sql: SQL, head?: string): Promise<NewCheck> {
  return await inSnapshot(sql, async tx => {
    const highest = await highestGiven(tx)
    const breaks = createBreaks()
    const whole = { seals: 0, rows: 0, head: null as string | null }
    let before: Before = { n: 0, hash: '', lastId: LOWEST - 1n }
    let hasHead = head === undefined
    for (;;) {
      const seals = await sealsAfter(tx, before.n, SEALS_AT_ONCE)
      for (const seal of seals) {
        const lastId = lastOf(seal, before, highest)
        await lookAt(tx, { seal, before, lastId }, breaks)
        hasHead ||= seal.hash === head
        before = { n: seal.n, hash: seal.hash, lastId }
        if (breaks.count > 0) continue
        Object.assign(whole, {
          seals: seal.n,
          rows: whole.rows + (seal.isDropped ? 0 : seal.rowCount),
          head: seal.hash
        })
      }
      if (seals.length < SEALS_AT_ONCE) break
    }
    const most = AUDIT_BREAKS_LISTED + 1
    for (const id of await neverGiven(tx, { from: before.lastId + 1n, given: highest, most }))
      breaks.add({ what: 'inserted', row: Number(id), seal: before.n + 1 })
    const lost = await lostHead(tx)
    if (lost !== null) breaks.add({ what: 'head', row: null, seal: lost })
    else if (!hasHead) breaks.add({ what: 'head', row: null, seal: before.n })
    return { ...whole, failure: breaks.failure() }
  })
}

interface Looked {
  seal: StoredSeal
  before: Before
  lastId: bigint
}

async function lookAt(tx: SQL, { seal, before, lastId }: Looked, breaks: Breaks): Promise<void> {
  const isNext = seal.n === before.n + 1
  if (!isNext) breaks.add({ what: 'seal_removed', row: null, seal: before.n + 1 })
  const sealed = sealedHashes(seal)
  const isKnown = isDigestWhole(seal)
  // What stood before a seal that is gone is not known.
  const isChained = !isNext || seal.hash === sealHash(seal, before.hash)
  if (!isKnown || !isChained || seal.isDroppedEarly || sealed.size !== (seal.isDropped ? 0 : seal.rowCount))
    breaks.add({ what: 'seal_altered', row: null, seal: seal.n })
  if (!isKnown) return
  const from = isNext ? before.lastId + 1n : BigInt(seal.firstId)
  const there = new Map((await rowHashesBetween(tx, from, lastId)).map(({ id, hash }) => [id, hash]))
  const numbers = [...new Set([...sealed.keys(), ...there.keys()])].sort((a, b) => Number(a) - Number(b))
  for (const id of numbers) {
    const [was, is] = [sealed.get(id), there.get(id)]
    if (was === is || BigInt(id) > lastId) continue
    const what = was === undefined ? 'inserted' : is === undefined ? 'removed' : 'altered'
    breaks.add({ what, row: Number(id), seal: seal.n })
  }
}

/** A number above all that were given stands at no end: rows that are written later come below it. */
function lastOf({ lastId, ids }: StoredSeal, before: Before, given: bigint): bigint {
  if (BigInt(lastId) <= given) return BigInt(lastId)
  const own = numbersOf(ids)
    .map(BigInt)
    .filter(id => id <= given)
  return own.at(-1) ?? before.lastId
}

const numbersOf = (ids: string | null): string[] =>
  ids === null ? [] : ids.slice(1, -1).split(',').filter(Boolean)

const sealedHashes = ({ ids, rowHashes }: StoredSeal): Map<string, string> =>
  new Map(numbersOf(ids).map((id, at) => [id, rowHashes?.slice(at * HASH_HEX, (at + 1) * HASH_HEX) ?? '']))

type Breaks = ReturnType<typeof createBreaks>

/** Lists the first ones and counts the rest. */
function createBreaks() {
  const listed: AuditBreak[] = []
  let count = 0
  return {
    get count() {
      return count
    },
    add(each: AuditBreak): void {
      count += 1
      if (listed.length < AUDIT_BREAKS_LISTED) listed.push(each)
    },
    failure(): AuditFailure | null {
      const [first, ...others] = listed
      if (!first) return null
      return {
        ...first,
        ...(others.length > 0 && { others }),
        ...(count > listed.length && { more: count - listed.length })
      }
    }
  }
}
