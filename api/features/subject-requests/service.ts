import type { Context } from '#api/context.ts'
import { takeRateLimitPlaces } from '#api/features/throttle/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { requestNumber } from '#shared/labels/subject-requests.ts'
import type { SubjectRequest } from '#shared/rules/subject-request.ts'
import { keptCode, limitTries, newCode, sendCode } from './codes.ts'
import type { Holder } from './holds-store.ts'
import { placesOf } from './request-places.ts'
import { hashOf, seal, unseal } from './seal.ts'
import { contactOf, type Stated } from './stated.ts'
import { dropRequest, insertRequest, type RequestRow, replaceCode, requestWithKey } from './store.ts'

type RequestContext = Pick<
  Context,
  'sql' | 'secrets' | 'hashes' | 'notifier' | 'owedRateLimitPlaces' | 'sources' | 'config'
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
  const giveBack = await takeRateLimitPlaces(context, 'TOO_MANY_SUBJECT_REQUESTS', placesOf(contact, address))
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

/** The request as the list notes it. */
export const holderOf = ({ id, want }: Pick<RequestRow, 'id' | 'want'>): Holder => ({
  id,
  number: requestNumber(id),
  reason: want === 'erase' ? 'erasure' : 'objection'
})
