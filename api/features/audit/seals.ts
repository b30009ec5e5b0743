import type { SQL } from 'bun'
import type { Context } from '#api/context.ts'
import { asLeader } from '#api/db/leader.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { AuditCheck, AuditFailure, SealAnswer } from '#shared/contracts/admin/audit.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import {
  atOneMoment,
  countUnsealed,
  isCheckDue,
  latestCheck,
  lostHead,
  type NewCheck,
  rowHashesBetween,
  type StoredCheck,
  type StoredSeal,
  sealRows,
  sealsAfter,
  storeCheck
} from './seal-store.ts'

/** A batch with fewer rows is sealed when its oldest has waited so long. */
const WAIT_SECONDS = 300
const SEALS_AT_ONCE = 20
const HASH_HEX = 64
/** Number of the advisory lock that stands for a check that is under way. */
const CHECKING = 73_200_022

const NO_SEAL: Pick<StoredSeal, 'n' | 'hash' | 'lastId'> = { n: 0, hash: '', lastId: '0' }

/** The job's share of a round. Needs the owner. */
export const sealAudit = (owner: SQL, most: number, waitSeconds = WAIT_SECONDS): Promise<number> =>
  sealRows(owner, most, waitSeconds)

/**
 * Holds the audit against its seals as both are at this moment, whatever is written meanwhile.
 *
 * @param head Of a check before, kept elsewhere: it has to be in the chain.
 */
export async function verifyAudit(sql: SQL, head?: string): Promise<NewCheck> {
  return await atOneMoment(sql, async tx => {
    let before = NO_SEAL
    let rows = 0
    let hasHead = head === undefined
    const result = (failure: AuditFailure | null): NewCheck => ({
      seals: before.n,
      rows,
      head: before.hash || null,
      failure
    })
    for (;;) {
      const seals = await sealsAfter(tx, before, SEALS_AT_ONCE)
      for (const seal of seals) {
        const failure = await failureOf(tx, seal, before)
        if (failure) return result(failure)
        before = seal
        rows += seal.isDropped ? 0 : seal.rowCount
        hasHead ||= seal.hash === head
      }
      if (seals.length < SEALS_AT_ONCE) break
    }
    const lost = await lostHead(tx)
    if (lost !== null) return result({ what: 'head', row: null, seal: lost })
    return result(hasHead ? null : { what: 'head', row: null, seal: before.n })
  })
}

async function failureOf(
  tx: SQL,
  seal: StoredSeal,
  before: Pick<StoredSeal, 'n' | 'lastId'>
): Promise<AuditFailure | null> {
  if (seal.n !== before.n + 1) return { what: 'seal_removed', row: null, seal: before.n + 1 }
  const rows = await rowHashesBetween(tx, before.lastId, seal.lastId)
  const sealed = sealedHashes(seal)
  if (!seal.isWhole || seal.isDroppedEarly || sealed.size !== (seal.isDropped ? 0 : seal.rowCount))
    return { what: 'seal_altered', row: null, seal: seal.n }
  const there = new Map(rows.map(({ id, hash }) => [id, hash]))
  const numbers = [...new Set([...sealed.keys(), ...there.keys()])].sort((a, b) => Number(a) - Number(b))
  for (const id of numbers) {
    const [was, is] = [sealed.get(id), there.get(id)]
    if (was === is) continue
    const what = was === undefined ? 'inserted' : is === undefined ? 'removed' : 'altered'
    return { what, row: Number(id), seal: seal.n }
  }
  return null
}

function sealedHashes({ ids, rowHashes }: StoredSeal): Map<string, string> {
  const numbers = ids === '{}' ? [] : ids.slice(1, -1).split(',')
  return new Map(numbers.map((id, at) => [id, rowHashes.slice(at * HASH_HEX, (at + 1) * HASH_HEX)]))
}

/** Once a day; the job's share of a round. The head goes into the log, which is kept elsewhere. */
export async function verifyDaily({ sql }: Pick<Context, 'sql'>): Promise<number> {
  if (!(await isCheckDue(sql))) return 0
  return (await verifyAlone(sql)) ? 1 : 0
}

/** @throws Refusal `AUDIT_CHECKING` while another one is under way, in whatever process. */
export async function verifyNow({ sql }: Pick<Context, 'sql'>): Promise<AuditCheck> {
  const check = await verifyAlone(sql)
  if (!check) throw new Refusal('AUDIT_CHECKING')
  return checkView(check)
}

/** Null while another one is under way. Also for the command, which notes what came of it. */
export async function verifyAlone(sql: SQL, head?: string): Promise<StoredCheck | null> {
  let check: StoredCheck | null = null
  await asLeader(sql, CHECKING, async () => {
    check = await storeCheck(sql, await verifyAudit(sql, head))
    tellOf(check)
  })
  return check
}

function tellOf({ seals, rows, head, failure }: StoredCheck): void {
  if (failure) log.error('audit_broken', { ...failure })
  else log.info('audit_head', { seals, rows, head })
}

/** What came of the last check, as administrators read it. */
export async function readSeal({ sql }: Pick<Context, 'sql'>): Promise<SealAnswer> {
  const [check, unsealed] = await Promise.all([latestCheck(sql), countUnsealed(sql)])
  return { ok: true, check: check && checkView(check), unsealed }
}

const checkView = ({ at, ...check }: StoredCheck): AuditCheck => ({
  at: at.toISOString(),
  at_str: moscowTime(at),
  ...check
})
