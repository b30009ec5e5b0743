import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { takeRateLimitPlaces } from '#api/features/throttle/service.ts'
import { addressGroup, addressPrefix } from '#api/http/client-address.ts'
import { pathNumber } from '#api/http/request-path.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { SUBJECT_GUESSES_PER_ADDRESS } from '#shared/constants.ts'
import type { SubjectReport } from '#shared/contracts/privacy/privacy.ts'
import { requestNumber } from '#shared/labels/subject-requests.ts'
import { changeRequest } from './admin-store.ts'
import { findReport, takeReport } from './link-store.ts'
import { makeReport } from './report.ts'
import { hashOf } from './seal.ts'
import { noteSubjectAct } from './store.ts'

const WINDOW_SECONDS = 600
const LATER = 'Не все источники сейчас отвечают. Откройте ссылку позже: она не израсходована.'

/**
 * The report of a link, once: who opens it second is refused, and the person asks for another link. The link is spent when
 * the report is made, whole.
 *
 * @throws Refusal `REPORT_LINK_USED`, `REQUEST_FORGOTTEN`, `TOO_MANY_CODES`, `SEARCH_DOWN` where a source does not answer.
 */
export async function openReport(
  context: Context,
  secret: string,
  address: string | null
): Promise<SubjectReport> {
  await takeRateLimitPlaces(context, 'TOO_MANY_CODES', [
    {
      key: `subject:report:${addressGroup(address)}`,
      most: SUBJECT_GUESSES_PER_ADDRESS,
      windowSeconds: WINDOW_SECONDS
    }
  ])
  const hash = hashOf(context.secrets, 'report', secret)
  const row = await findReport(context.sql, hash)
  if (!row) throw new Refusal('REPORT_LINK_USED')
  const report = await makeReport(context, row)
  if (report.failed.length > 0) throw new Refusal('SEARCH_DOWN', { text: LATER, retryAfterSeconds: 60 })
  const isTaken = await takeReport(context.sql, hash, (tx, { id }) =>
    noteSubjectAct(tx, 'subject_report_open', requestNumber(id), addressPrefix(address))
  )
  if (!isTaken) throw new Refusal('REPORT_LINK_USED')
  return report
}

/**
 * The report as an administrator sees it before deciding. Audited.
 *
 * @param shown Whole as if a document had been seen; masked where records show passport, INN and SNILS so.
 * @throws Refusal `NOT_FOUND`, `REQUEST_DECIDED` without a code entered, `REQUEST_FORGOTTEN`.
 */
export async function previewReport(
  context: Context,
  id: string,
  shown: { isWhole: boolean; isMasked: boolean },
  actor: Actor
): Promise<SubjectReport> {
  const act = { action: 'subject_report' as const, actor }
  const row = await changeRequest(context.sql, pathNumber(id), act, async ({ state }) => {
    if (state === 'new') throw new Refusal('REQUEST_DECIDED')
    return {}
  })
  if (!row) throw new Refusal('NOT_FOUND')
  return await makeReport(context, row, { ...shown, isWhole: shown.isWhole || row.identityChecked })
}
