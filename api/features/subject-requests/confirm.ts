import type { Context } from '#api/context.ts'
import { orm } from '#api/db/orm.ts'
import { takePlaceIn } from '#api/features/throttle/service.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { NotifierError } from '#api/notifiers/contract.ts'
import { SUBJECT_CODE_ATTEMPTS, SUBJECT_EXTENSION_DAYS, SUBJECT_WORKING_DAYS } from '#shared/constants.ts'
import type { RequestConfirmed } from '#shared/contracts/privacy/privacy.ts'
import { requestNumber } from '#shared/labels/subject-requests.ts'
import { moscowDay } from '#shared/moscow-time.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { addWorkingDays } from '#shared/rules/working-days.ts'
import { dayText } from '#shared/texts/day.ts'
import { RECEIPT_MESSAGE } from '#shared/texts/privacy.ts'
import { codeHashOf, limitTries } from './codes.ts'
import { holdTokens } from './holds-store.ts'
import { confirmedPlaceOf } from './request-places.ts'
import { hashOf, unseal } from './seal.ts'
import { holderOf } from './service.ts'
import { contactOf, type Stated } from './stated.ts'
import { noteStated } from './stated-entries.ts'
import { confirmedWith, isConfirmed, noteSubjectAct, type RequestRow, tryCode } from './store.ts'
import { isHeld } from './view.ts'

type ConfirmContext = Pick<
  Context,
  'sql' | 'secrets' | 'hashes' | 'notifier' | 'owedRateLimitPlaces' | 'sources' | 'config'
>
type Receipt = Omit<RequestConfirmed, 'ok'>

/**
 * Confirms a request by its code. From then on its clock runs, and of an objection or erasure what was stated is kept out
 * of answers, in the same transaction. The receipt goes to the contact too, and whoever repeats the code while it would
 * be good is given it again.
 *
 * @throws Refusal `CODE_WRONG` with the tries that are left, `CODE_SPENT` after the last, `CODE_EXPIRED` where no code is
 *   waited for, `REQUEST_CONFIRMED`, `TOO_MANY_CODES`, `TOO_MANY_SUBJECT_REQUESTS` where the contact has confirmed others.
 */
export async function confirmRequest(
  context: ConfirmContext,
  { key, code }: { key: string; code: string },
  address: string | null
): Promise<Receipt> {
  await limitTries(context, address)
  const { sql, secrets, sources } = context
  const keyHash = hashOf(secrets, 'key', key)
  const codeHash = codeHashOf(context, keyHash, code)
  const dueOn = addWorkingDays(moscowDay(new Date()), SUBJECT_WORKING_DAYS)
  const row = await sql.begin(async connection => {
    const tx = orm(connection)
    const tried = await tryCode(tx, keyHash, codeHash, dueOn)
    if (tried?.state !== 'open') return tried
    const contact = hashOf(secrets, 'contact', contactOfRow(context, tried)).toString('base64url')
    await takePlaceIn(connection, 'TOO_MANY_SUBJECT_REQUESTS', confirmedPlaceOf(contact))
    await noteSubjectAct(tx, 'subject_request', requestNumber(tried.id), addressPrefix(address))
    if (!isHeld(tried)) return tried
    await noteStated(context, tx, tried)
    await holdTokens(tx, holderOf(tried), addWorkingDays(dueOn, SUBJECT_EXTENSION_DAYS))
    return tried
  })
  if (!row) return await receiptAgain(context, keyHash, codeHash)
  if (row.state !== 'open') throw wrongCode(SUBJECT_CODE_ATTEMPTS - row.attempts)
  sources.forget()
  await sendReceipt(context, row)
  return receiptOf(row)
}

function contactOfRow({ secrets }: ConfirmContext, { keyHash, stated, channel }: RequestRow): string {
  const opened = unseal<Stated>(secrets, keyHash, stated)
  return opened ? contactOf(opened, channel) : ''
}

const receiptOf = ({ id, want, dueOn }: RequestRow): Receipt => ({
  number: requestNumber(id),
  want,
  due_on: dueOn ?? ''
})

/** @throws Refusal `REQUEST_CONFIRMED`, `CODE_EXPIRED`. */
async function receiptAgain(
  { sql }: ConfirmContext,
  keyHash: Uint8Array,
  codeHash: Uint8Array
): Promise<Receipt> {
  const row = await confirmedWith(sql, keyHash, codeHash)
  if (row) return receiptOf(row)
  throw new Refusal((await isConfirmed(sql, keyHash)) ? 'REQUEST_CONFIRMED' : 'CODE_EXPIRED')
}

/** What a page that was left does not show any more. The request is taken, whether the notifier takes this or not. */
async function sendReceipt(context: ConfirmContext, row: RequestRow): Promise<void> {
  const { notifier } = context
  const to = contactOfRow(context, row)
  if (notifier.isHandedOver || to === '') return
  const { number, due_on } = receiptOf(row)
  try {
    await notifier.send({ channel: row.channel, to, ...RECEIPT_MESSAGE(number, dayText(due_on)) })
  } catch (error) {
    if (!(error instanceof NotifierError)) throw error
    log.warn('notifier', { reason: error.message })
  }
}

function wrongCode(left: number): Refusal {
  if (left <= 0) return new Refusal('CODE_SPENT')
  const text = `${PROBLEMS.CODE_WRONG.text}. Осталось попыток: ${left}.`
  return new Refusal('CODE_WRONG', { text, fields: { code: text } })
}
