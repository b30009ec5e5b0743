import { sourcesNow } from '#api/features/sources/service.ts'
import { takePlaces } from '#api/features/throttle/service.ts'
import { addressPrefix } from '#api/lib/client-address.ts'
import type { Context } from '#api/lib/context.ts'
import { hmac } from '#api/lib/hmac.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { subjectKeys } from '#api/lib/subject-keys.ts'
import { GatewayError, type MessengerGateway, type Question, type Verdict } from '#api/messengers/contract.ts'
import { createGateway } from '#api/messengers/index.ts'
import { MESSENGER_CHECKS_PER_MINUTE } from '#shared/constants.ts'
import type { MessengerAnswer } from '#shared/contracts/messengers.ts'
import { isValidPhone, normalizePhone } from '#shared/identity/identifiers/phone.ts'
import {
  CHANNELS,
  CHECK_FAILED,
  CHECK_TEXTS,
  type Channel,
  GATEWAY_FAILURES,
  type GatewayFailure
} from '#shared/labels/messengers.ts'
import { noteCheck } from './store.ts'

export interface CheckAsker {
  userId: number
  address: string | null
  requestId: string
}

type Outcome = Verdict | { failure: GatewayFailure }

/** A gateway with what its last real answer was like: that is what a suppressed number looks like. */
interface Desk {
  gateway: MessengerGateway
  ms: number
  failure: GatewayFailure | null
  at: number
}

/** A failure older than this says nothing of now. */
const FAILURE_MS = 60_000
const NOT_FOUND: Verdict = { found: false, displayMessage: '' }

const desks = new WeakMap<Context, Desk>()

function deskOf(context: Context): Desk {
  const known = desks.get(context)
  if (known) return known
  const gateway = createGateway(context.config)
  const desk: Desk = { gateway, ms: gateway.usualMs, failure: null, at: 0 }
  desks.set(context, desk)
  return desk
}

/**
 * Asks whether a number is registered with a messenger. Free. Audited before it is answered; a gateway that cannot
 * be asked is an answer too.
 *
 * @throws Refusal `NOT_A_PHONE`, `TOO_MANY_CHECKS`.
 */
export async function checkMessenger(
  context: Context,
  { userId, address, requestId }: CheckAsker,
  channel: Channel,
  text: string
): Promise<MessengerAnswer> {
  const phone = normalizePhone(text)
  if (phone === null || !isValidPhone(phone)) throw new Refusal('NOT_A_PHONE')
  await takePlaces(context, 'TOO_MANY_CHECKS', [
    { key: `messenger:${userId}`, most: MESSENGER_CHECKS_PER_MINUTE, windowSeconds: 60 }
  ])
  const outcome = await outcomeOf(context, { channel, phone, requestId })
  await noteCheck(context.sql, {
    userId,
    channel,
    outcome: 'failure' in outcome ? 'failed' : outcome.found ? 'found' : 'not_found',
    token: hmac(context.secrets.audit, `phone:${phone}`).readBigInt64BE(),
    ipPrefix: addressPrefix(address)
  })
  return answerOf(channel, outcome)
}

/** A number that the gateway cannot speak of is refused before anything else: that refusal hides nobody. */
async function outcomeOf(context: Context, question: Question): Promise<Outcome> {
  const desk = deskOf(context)
  if (!desk.gateway.speaksOf(question.phone)) return { failure: 'testNumbersOnly' }
  const { policy } = await sourcesNow(context)
  const value = question.phone.slice(-10)
  const keys = subjectKeys(context.secrets.suppress, [{ kind: 'phone', value }])
  if (policy.isSuppressed?.(keys.map(String))) return await asIfAsked(desk)
  return await ask(desk, question)
}

async function ask(desk: Desk, question: Question): Promise<Outcome> {
  const startedAt = performance.now()
  const outcome = await desk.gateway.check(question).catch(failureOf)
  desk.ms = performance.now() - startedAt
  desk.failure = 'failure' in outcome ? outcome.failure : null
  desk.at = Date.now()
  return outcome
}

function failureOf(error: unknown): Outcome {
  if (!(error instanceof GatewayError)) throw error
  log.warn('messenger_gateway', { failure: error.failure, reason: error.message })
  return { failure: error.failure }
}

/** Takes as long as the last real answer, and fails where that failed: nobody is asked, and nobody can tell. */
async function asIfAsked({ ms, failure, at }: Desk): Promise<Outcome> {
  await Bun.sleep(ms * (0.8 + Math.random() * 0.4))
  return failure !== null && Date.now() - at < FAILURE_MS ? { failure } : NOT_FOUND
}

function answerOf(channel: Channel, outcome: Outcome): MessengerAnswer {
  if ('failure' in outcome) {
    const message = GATEWAY_FAILURES[outcome.failure]
    return { success: false, found: false, message, display_message: `${CHECK_FAILED} ${message}` }
  }
  const { found } = outcome
  const message = `${CHANNELS[channel]}: ${found ? CHECK_TEXTS.registered : CHECK_TEXTS.notFound}`
  return { success: true, found, message, display_message: (found && outcome.displayMessage) || message }
}
