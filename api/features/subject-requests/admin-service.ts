import { randomBytes } from 'node:crypto'
import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { eraseFor } from '#api/features/suppressions/service.ts'
import { pathNumber } from '#api/http/request-path.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { NotifierError } from '#api/notifiers/contract.ts'
import { SUBJECT_LINK_DAYS } from '#shared/constants.ts'
import type {
  CodeAnswer,
  DecidedAnswer,
  RequestsAnswer,
  RequestsQuery,
  RequestView
} from '#shared/contracts/admin/subject-requests.ts'
import { requestNumber } from '#shared/labels/subject-requests.ts'
import { moscowDay } from '#shared/moscow-time.ts'
import type { RequestDecision } from '#shared/rules/subject-request.ts'
import { ANSWER_SUBJECT, REPORT_LINK } from '#shared/texts/privacy.ts'
import {
  changeRequest,
  countRequests,
  findRequest,
  forgetOldRequests,
  noteAnswered,
  pageOfRequests
} from './admin-store.ts'
import { decide } from './decide.ts'
import { heldKinds } from './holds-store.ts'
import { hashOf, seal, unseal } from './seal.ts'
import { holderOf } from './service.ts'
import { contactOf, type Stated } from './stated.ts'
import type { RequestRow } from './store.ts'
import { requestView, rowView } from './view.ts'

type AdminContext = Pick<Context, 'sql' | 'secrets' | 'hashes' | 'book' | 'notifier' | 'config' | 'sources'>

const SECRET_BYTES = 32
const DAY_MS = 86_400_000

export async function listRequests(
  { sql }: Pick<Context, 'sql'>,
  query: RequestsQuery
): Promise<RequestsAnswer> {
  const [rows, { overdue, ...counts }] = await Promise.all([
    pageOfRequests(sql, query),
    countRequests(sql, moscowDay(new Date()))
  ])
  return { ok: true, requests: rows.map(rowView), total: counts[query.list], counts, overdue }
}

/** @throws Refusal `NOT_FOUND`. */
export async function readRequest({ sql, secrets }: AdminContext, id: string): Promise<RequestView> {
  const row = await findRequest(sql, pathNumber(id))
  if (!row) throw new Refusal('NOT_FOUND')
  return requestView(secrets, row, await heldKinds(orm(sql), row.id))
}

/**
 * The code of a request, for an administrator who hands it over. Audited.
 *
 * @throws Refusal `NOT_FOUND`, `REQUEST_DECIDED` where no code is to be handed over.
 */
export async function showCode(
  { sql, secrets }: AdminContext,
  id: string,
  actor: Actor
): Promise<CodeAnswer> {
  const row = await changeRequest(
    sql,
    pathNumber(id),
    { action: 'subject_code', actor },
    async ({ state, code }) => {
      if (state !== 'new' || code === null) throw new Refusal('REQUEST_DECIDED')
      return {}
    }
  )
  if (!row) throw new Refusal('NOT_FOUND')
  const code = unseal<string>(secrets, row.keyHash, row.code)
  const stated = unseal<Stated>(secrets, row.keyHash, row.stated)
  if (code === null || stated === null) throw new Refusal('REQUEST_FORGOTTEN')
  return { ok: true, code, contact: shownContact(row, stated) }
}

/**
 * Decides a request, in one transaction with its audit row and what follows for the list of suppressed people, and then
 * sends the answer. Of two administrators at once one decides.
 *
 * @throws Refusal `NOT_FOUND`, `REQUEST_DECIDED`.
 */
export async function decideRequest(
  context: AdminContext,
  id: string,
  decision: RequestDecision,
  actor: Actor
): Promise<DecidedAnswer> {
  const { sql, secrets, sources } = context
  const row = await changeRequest(
    sql,
    pathNumber(id),
    { action: 'subject_decide', actor, reason: decision.reason },
    async (stored, tx) => ({
      ...(await decide(context, tx, stored, holderOf(stored), decision, actor)),
      answer: seal(secrets, stored.keyHash, decision.answer),
      answeredAt: null
    })
  )
  if (!row) throw new Refusal('NOT_FOUND')
  sources.forget()
  if (row.want === 'erase' && row.state === 'done') await eraseFor(context)
  return await sendAnswer(context, row, actor)
}

/**
 * Sends the answer of a decided request again, with a new link to its report.
 *
 * @throws Refusal `NOT_FOUND`, `REQUEST_DECIDED`, `REQUEST_FORGOTTEN`.
 */
export async function sendAnswerAgain(
  context: AdminContext,
  id: string,
  actor: Actor
): Promise<DecidedAnswer> {
  const act = { action: 'subject_send' as const, actor }
  const row = await changeRequest(context.sql, pathNumber(id), act, async ({ answer, state }) => {
    if (state === 'new' || state === 'open') throw new Refusal('REQUEST_DECIDED')
    if (answer === null) throw new Refusal('REQUEST_FORGOTTEN')
    return {}
  })
  if (!row) throw new Refusal('NOT_FOUND')
  return await sendAnswer(context, row, actor)
}

const SENT = 'Ответ отправлен'
const HAND_OVER = 'Передайте ответ человеку'
const NOT_SENT = 'Решение записано, ответ отправить не удалось. Отправьте его ещё раз.'

async function sendAnswer(context: AdminContext, row: RequestRow, actor: Actor): Promise<DecidedAnswer> {
  const { sql, secrets, notifier } = context
  const stated = unseal<Stated>(secrets, row.keyHash, row.stated)
  const answer = unseal<string>(secrets, row.keyHash, row.answer)
  if (!stated || answer === null) throw new Refusal('REQUEST_FORGOTTEN')
  const link = await linkOf(context, row, actor)
  const text = link === null ? answer : `${answer}\n\n${REPORT_LINK(link, SUBJECT_LINK_DAYS)}`
  let message = notifier.isHandedOver ? HAND_OVER : SENT
  try {
    const { channel } = row
    await notifier.send({
      channel,
      to: contactOf(stated, channel),
      subject: ANSWER_SUBJECT(requestNumber(row.id)),
      text
    })
    await noteAnswered(sql, row.id)
  } catch (error) {
    if (!(error instanceof NotifierError)) throw error
    log.warn('notifier', { reason: error.message })
    message = NOT_SENT
  }
  return {
    ok: true,
    message,
    request: await readRequest(context, String(row.id)),
    hand_over: notifier.isHandedOver ? { contact: shownContact(row, stated), text } : null
  }
}

/** A link that opens the report once; null where there is none to open. The secret stands behind the `#`, which no server sees. */
async function linkOf({ sql, secrets, config }: AdminContext, row: RequestRow, actor: Actor) {
  if (row.want !== 'access' || row.state !== 'done') return null
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await changeRequest(sql, row.id, { action: 'subject_report', actor }, async () => ({
    reportHash: hashOf(secrets, 'report', secret),
    reportExpiresAt: new Date(Date.now() + SUBJECT_LINK_DAYS * DAY_MS)
  }))
  return `${config.publicOrigin}/privacy/report#${secret}`
}

const shownContact = ({ channel }: RequestRow, stated: Stated) =>
  channel === 'phone' ? `+${stated.phone}` : stated.email

export const forgetRequests = ({ sql, config }: Pick<Context, 'sql' | 'config'>, most: number) =>
  forgetOldRequests(sql, config.subjectRequestDays, most)
