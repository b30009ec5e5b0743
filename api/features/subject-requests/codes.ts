import { randomInt } from 'node:crypto'
import type { Context } from '#api/context.ts'
import { takeRateLimitPlaces } from '#api/features/throttle/service.ts'
import { addressGroup } from '#api/http/client-address.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { NotifierError } from '#api/notifiers/contract.ts'
import { SUBJECT_CODE_MINUTES, SUBJECT_GUESSES_PER_ADDRESS } from '#shared/constants.ts'
import { CODE_DIGITS } from '#shared/rules/subject-request.ts'
import { CODE_MESSAGE } from '#shared/texts/privacy.ts'
import { hashOf, seal } from './seal.ts'
import { contactOf, type Stated } from './stated.ts'
import type { KeptCode } from './store.ts'

const GUESSES_SECONDS = 600

type CodeContext = Pick<Context, 'sql' | 'secrets' | 'notifier' | 'owedRateLimitPlaces'>

/** @throws Refusal `TOO_MANY_CODES`. */
export const limitTries = (context: CodeContext, address: string | null) =>
  takeRateLimitPlaces(context, 'TOO_MANY_CODES', [
    {
      key: `subject:code:${addressGroup(address)}`,
      most: SUBJECT_GUESSES_PER_ADDRESS,
      windowSeconds: GUESSES_SECONDS
    }
  ])

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

export const codeHashOf = ({ secrets }: CodeContext, keyHash: Buffer, code: string) =>
  hashOf(secrets, 'code', `${keyHash.toString('hex')}:${code}`)

export const keptCode = (context: CodeContext, keyHash: Buffer, code: string): KeptCode => ({
  codeHash: codeHashOf(context, keyHash, code),
  code: context.notifier.isHandedOver ? seal(context.secrets, keyHash, code) : null
})

/** @throws Refusal `NOTIFIER_DOWN`. */
export async function sendCode(
  { notifier }: CodeContext,
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
