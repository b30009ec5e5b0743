import { log } from '#api/lib/log.ts'
import {
  type CheckResult,
  type GatewayCheck,
  GatewayError,
  type MessengerGateway
} from '#api/messengers/contract.ts'
import type { MessengerPool } from '#shared/contracts/messengers.ts'
import type { GatewayFailure } from '#shared/labels/messengers.ts'

export type CheckOutcome = CheckResult | { failure: GatewayFailure }

/** Older failures say nothing about now. */
const FAILURE_MS = 60_000
const NOT_REGISTERED: CheckResult = { isRegistered: false, displayMessage: '' }

/** The gateway behind the rule that a suppressed number is never sent and gets the same answer as an unknown one. */
export interface GuardedGateway {
  remark: string | undefined
  check(check: GatewayCheck, isSuppressed: boolean): Promise<CheckOutcome>
  /** What the operator's service has; null when it does not answer. */
  pool(): Promise<MessengerPool | null>
}

export function createGuardedGateway(gateway: MessengerGateway): GuardedGateway {
  /** The last real answer, which answers for suppressed numbers imitate. */
  const last: { tookMs: number; failure: GatewayFailure | null; at: number } = {
    tookMs: gateway.typicalMs,
    failure: null,
    at: 0
  }

  async function checkAndMeasure(check: GatewayCheck): Promise<CheckOutcome> {
    const startedAt = performance.now()
    const outcome = await gateway.check(check).catch(failureOf)
    last.tookMs = performance.now() - startedAt
    last.failure = 'failure' in outcome ? outcome.failure : null
    last.at = performance.now()
    return outcome
  }

  /** Takes as long as the last real answer and fails if that failed, so that nobody can tell that no check was made. */
  async function imitateLastAnswer(): Promise<CheckOutcome> {
    await Bun.sleep(last.tookMs * (0.8 + Math.random() * 0.4))
    return last.failure !== null && performance.now() - last.at < FAILURE_MS
      ? { failure: last.failure }
      : NOT_REGISTERED
  }

  return {
    remark: gateway.remark,
    /** An unsupported number is refused first: that refusal reveals nobody. */
    async check(check, isSuppressed) {
      if (!gateway.supports(check.phone)) return { failure: 'testNumbersOnly' }
      return isSuppressed ? await imitateLastAnswer() : await checkAndMeasure(check)
    },
    pool: () =>
      gateway.pool().catch(error => {
        failureOf(error)
        return null
      })
  }
}

function failureOf(error: unknown): CheckOutcome {
  if (!(error instanceof GatewayError)) throw error
  log.warn('messenger_gateway', { failure: error.failure, reason: error.message })
  return { failure: error.failure }
}
