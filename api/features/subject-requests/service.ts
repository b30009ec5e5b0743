import { randomInt } from 'node:crypto'
import type { Context } from '#api/context.ts'
import { orm } from '#api/db/orm.ts'
import { takePlaces } from '#api/features/throttle/service.ts'
import { addressGroup, addressPrefix } from '#api/http/client-address.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { NotifierError } from '#api/notifiers/contract.ts'
import {
  SUBJECT_CODE_ATTEMPTS,
  SUBJECT_CODE_MINUTES,
  SUBJECT_EXTENSION_DAYS,
  SUBJECT_GUESSES_PER_ADDRESS,
  SUBJECT_WORKING_DAYS
} from '#shared/constants.ts'
import type { RequestConfirmed } from '#shared/contracts/privacy/privacy.ts'
import { requestNumber } from '#shared/labels/subject-requests.ts'
import { moscowDay } from '#shared/moscow-time.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { CODE_DIGITS, type SubjectRequest } from '#shared/rules/subject-request.ts'
import { addWorkingDays } from '#shared/rules/working-days.ts'
import { CODE_MESSAGE } from '#shared/texts/privacy.ts'
import { type Holder, holdTokens } from './holds-store.ts'
import { placesOf } from './request-places.ts'
import { hashOf, seal, unseal } from './seal.ts'
import { contactOf, type Stated } from './stated.ts'
import { noteStated } from './stated-entries.ts'
import {
  dropRequest,
  insertRequest,
  isConfirmed,
  type KeptCode,
  noteSubjectAct,
  type RequestRow,
  replaceCode,
  requestWithKey,
  tryCode
} from './store.ts'
import { isHeld } from './view.ts'

const GUESSES_SECONDS = 600

type RequestContext = Pick<
  Context,
  'sql' | 'secrets' | 'hashes' | 'notifier' | 'owedPlaces' | 'sources' | 'config'
>

/**
 * Takes a request and sends its code. Nobody is looked up: the work is the same whoever is known here, and so is the
 * answer. A repetition with the same key sends nothing again.
 *
 * @throws Refusal `CHANNEL_OFF`, `TOO_MANY_SUBJECT_REQUESTS`, `KEY_REUSED`, `NOTIFIER_DOWN`.
 */
export async function takeRequest(
  context: RequestContext,
  { key, want, on_behalf: onBehalf, ...stated }: SubjectRequest,
  address: string | null
): Promise<void> {
  const { sql, secrets, notifier } = context
  const channel = notifier.channels.find(each => stated[each] !== '')
  if (!channel) throw new Refusal('CHANNEL_OFF')
  const contact = hashOf(secrets, 'contact', contactOf(stated, channel)).toString('base64url')
  const giveBack = await takePlaces(context, 'TOO_MANY_SUBJECT_REQUESTS', placesOf(contact, address))
  const keyHash = hashOf(secrets, 'key', key)
  const code = newCode()
  const sealed = seal(secrets, keyHash, stated)
  const request = { keyHash, want, onBehalf, channel, stated: sealed }
  if (!(await insertRequest(sql, request, keptCode(context, keyHash, code))))
    return await requireSame(context, request, stated)
  try {
    await sendCode(context, channel, stated, code)
  } catch (error) {
    await dropRequest(sql, keyHash)
    await giveBack()
    throw error
  }
}

/** @throws Refusal `KEY_REUSED` where the request with its key is another one. */
async function requireSame(
  { sql, secrets }: RequestContext,
  { keyHash, want, onBehalf }: Pick<RequestRow, 'keyHash' | 'want' | 'onBehalf'>,
  stated: Stated
): Promise<void> {
  const row = await requestWithKey(sql, keyHash)
  const earlier = row && unseal<Stated>(secrets, keyHash, row.stated)
  if (!row || !earlier) return
  const isSame = row.want === want && row.onBehalf === onBehalf && Bun.deepEquals(earlier, stated)
  if (!isSame) throw new Refusal('KEY_REUSED')
}

/**
 * Sends another code in place of the last one, where one may be sent; says the same where none may.
 *
 * @throws Refusal `TOO_MANY_CODES`, `NOTIFIER_DOWN`.
 */
export async function sendAgain(context: RequestContext, key: string, address: string | null): Promise<void> {
  await limitTries(context, address)
  const { sql, secrets } = context
  const keyHash = hashOf(secrets, 'key', key)
  const code = newCode()
  const row = await replaceCode(sql, keyHash, keptCode(context, keyHash, code))
  const stated = row && unseal<Stated>(secrets, keyHash, row.stated)
  if (row && stated) await sendCode(context, row.channel, stated, code)
}

/**
 * Confirms a request by its code. From then on its clock runs, and of an objection or erasure what was stated is kept out
 * of answers, in the same transaction.
 *
 * @throws Refusal `CODE_WRONG` with the tries that are left, `CODE_EXPIRED` where no code is waited for, `REQUEST_CONFIRMED`,
 *   `TOO_MANY_CODES`.
 */
export async function confirmRequest(
  context: RequestContext,
  { key, code }: { key: string; code: string },
  address: string | null
): Promise<Omit<RequestConfirmed, 'ok'>> {
  await limitTries(context, address)
  const { sql, secrets, sources } = context
  const keyHash = hashOf(secrets, 'key', key)
  const dueOn = addWorkingDays(moscowDay(new Date()), SUBJECT_WORKING_DAYS)
  const row = await orm(sql).transaction(async tx => {
    const tried = await tryCode(tx, keyHash, codeHash(context, keyHash, code), dueOn)
    if (tried?.state !== 'open') return tried
    await noteSubjectAct(tx, 'subject_request', requestNumber(tried.id), addressPrefix(address))
    if (!isHeld(tried)) return tried
    await noteStated(context, tx, tried)
    await holdTokens(tx, holderOf(tried), addWorkingDays(dueOn, SUBJECT_EXTENSION_DAYS))
    return tried
  })
  if (!row) throw new Refusal((await isConfirmed(sql, keyHash)) ? 'REQUEST_CONFIRMED' : 'CODE_EXPIRED')
  if (row.state !== 'open') throw wrongCode(SUBJECT_CODE_ATTEMPTS - row.attempts)
  sources.forget()
  return { number: requestNumber(row.id), want: row.want, due_on: dueOn }
}

/** The request as the list notes it. */
export const holderOf = ({ id, want }: Pick<RequestRow, 'id' | 'want'>): Holder => ({
  id,
  number: requestNumber(id),
  reason: want === 'erase' ? 'erasure' : 'objection'
})

function wrongCode(left: number): Refusal {
  const text = `${PROBLEMS.CODE_WRONG.text}. ${left > 0 ? `Осталось попыток: ${left}.` : 'Попыток больше нет: подайте обращение ещё раз.'}`
  return new Refusal('CODE_WRONG', { text, fields: { code: text } })
}

const limitTries = (context: RequestContext, address: string | null) =>
  takePlaces(context, 'TOO_MANY_CODES', [
    {
      key: `subject:code:${addressGroup(address)}`,
      most: SUBJECT_GUESSES_PER_ADDRESS,
      windowSeconds: GUESSES_SECONDS
    }
  ])

const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

const codeHash = ({ secrets }: RequestContext, keyHash: Buffer, code: string) =>
  hashOf(secrets, 'code', `${keyHash.toString('hex')}:${code}`)

const keptCode = (context: RequestContext, keyHash: Buffer, code: string): KeptCode => ({
  codeHash: codeHash(context, keyHash, code),
  code: context.notifier.isHandedOver ? seal(context.secrets, keyHash, code) : null
})

async function sendCode(
  { notifier }: RequestContext,
  channel: 'email' | 'phone',
  stated: Stated,
  code: string
): Promise<void> {
  const { subject, text } = CODE_MESSAGE(code, SUBJECT_CODE_MINUTES)
  try {
    await notifier.send({ channel, to: contactOf(stated, channel), subject, text })
  } catch (error) {
    if (!(error instanceof NotifierError)) throw error
    log.warn('notifier', { reason: error.message })
    throw new Refusal('NOTIFIER_DOWN', { retryAfterSeconds: 60 })
  }
}
