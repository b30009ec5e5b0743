import type { SQL } from 'bun'
import type { Context } from '#api/context.ts'
import { asLeader } from '#api/db/leader.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { AuditCheck, SealAnswer } from '#shared/contracts/admin/audit.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import {
  countUnsealed,
  isCheckDue,
  latestCheck,
  type StoredCheck,
  sealRows,
  storeCheck
} from './seal-store.ts'
import { verifyAudit } from './verify.ts'

/** A batch with fewer rows is sealed when its oldest has waited so long. */
const WAIT_SECONDS = 300
/** Number of the advisory lock that stands for a check that is under way. */
const CHECKING = 73_200_022

/** The job's share of a round. Needs the owner. */
export const sealAudit = (owner: SQL, most: number, waitSeconds = WAIT_SECONDS): Promise<number> =>
  sealRows(owner, most, waitSeconds)

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
