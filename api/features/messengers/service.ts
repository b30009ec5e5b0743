import { subjectKeys } from '#api/book/subject-keys.ts'
import type { Context } from '#api/context.ts'
import { takeRateLimitPlaces } from '#api/features/throttle/service.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { MESSENGER_CHECKS_PER_MINUTE } from '#shared/constants.ts'
import type { MessengerAnswer, MessengerPool } from '#shared/contracts/messengers.ts'
import { isPhoneForSummary, isValidPhone, normalizePhone } from '#shared/identity/identifiers/phone.ts'
import {
  CHANNELS,
  CHECK_FAILED,
  CHECK_TEXTS,
  type Channel,
  GATEWAY_FAILURES
} from '#shared/labels/messengers.ts'
import type { CheckOutcome } from './guarded-gateway.ts'
import { recordCheck } from './store.ts'

export interface CheckCaller {
  userId: number
  address: string | null
  requestId: string
}

/**
 * Whether a number is registered with a messenger. Free. Audited before it is answered; a gateway failure is an answer
 * too.
 *
 * @throws Refusal `NOT_A_PHONE`, `TOO_MANY_CHECKS`.
 */
export async function checkMessenger(
  context: Context,
  { userId, address, requestId }: CheckCaller,
  channel: Channel,
  text: string
): Promise<MessengerAnswer> {
  const phone = normalizePhone(text)
  // A number that somebody typed to fill a field is nobody's: asking about it would only spend an account of the gateway.
  if (phone === null || !isValidPhone(phone) || !isPhoneForSummary(phone)) throw new Refusal('NOT_A_PHONE')
  await takeRateLimitPlaces(context, 'TOO_MANY_CHECKS', [
    { key: `messenger:${userId}`, most: MESSENGER_CHECKS_PER_MINUTE, windowSeconds: 60 }
  ])
  const check = { channel, phone, requestId }
  const outcome = await context.messengers.check(check, await isSuppressed(context, phone))
  await recordCheck(context.sql, {
    userId,
    channel,
    outcome: 'failure' in outcome ? 'failed' : outcome.isRegistered ? 'found' : 'not_found',
    token: context.hashes.audit.number(`phone:${phone}`),
    ipPrefix: addressPrefix(address)
  })
  return answerOf(channel, outcome, context.messengers.remark)
}

/**
 * Accounts of the operator's own service.
 *
 * @throws Refusal `MESSENGER_DOWN`.
 */
export async function messengerPool({ messengers }: Pick<Context, 'messengers'>): Promise<MessengerPool> {
  const pool = await messengers.pool()
  if (pool === null) throw new Refusal('MESSENGER_DOWN')
  return pool
}

async function isSuppressed({ sources, hashes }: Context, phone: string): Promise<boolean> {
  const { policy } = await sources.current()
  const keys = subjectKeys(hashes.suppress, [{ kind: 'phone', value: phone.slice(-10) }])
  return keys.some(key => policy.suppressedKeys?.has(String(key)))
}

function answerOf(channel: Channel, outcome: CheckOutcome, remark: string | undefined): MessengerAnswer {
  if ('failure' in outcome) {
    const message = GATEWAY_FAILURES[outcome.failure]
    return { success: false, found: false, message, display_message: `${CHECK_FAILED} ${message}` }
  }
  const { isRegistered } = outcome
  const message = `${CHANNELS[channel]}: ${isRegistered ? CHECK_TEXTS.registered : CHECK_TEXTS.notFound}`
  return {
    success: true,
    found: isRegistered,
    message,
    display_message: [(isRegistered && outcome.displayMessage) || message, remark].filter(Boolean).join(' ')
  }
}
