import { log } from '#api/lib/log.ts'
import { GatewayError, type MessengerGateway, type Question, type Verdict } from '#api/messengers/contract.ts'
import type { GatewayFailure } from '#shared/labels/messengers.ts'

export type CheckOutcome = Verdict | { failure: GatewayFailure }

/** A failure older than this says nothing of now. */
const FAILURE_MS = 60_000
const NOT_FOUND: Verdict = { found: false, displayMessage: '' }

/** The gateway behind the rule that a suppressed number is never sent and looks like any other. */
export interface MessengerDesk {
  check(question: Question, isSuppressed: boolean): Promise<CheckOutcome>
}

export function createMessengerDesk(gateway: MessengerGateway): MessengerDesk {
  /** What the last real answer was like: that is what a suppressed number looks like. */
  const last: { tookMs: number; failure: GatewayFailure | null; at: number } = {
    tookMs: gateway.usualMs,
    failure: null,
    at: 0
  }

  async function ask(question: Question): Promise<CheckOutcome> {
    const startedAt = performance.now()
    const outcome = await gateway.check(question).catch(failureOf)
    last.tookMs = performance.now() - startedAt
    last.failure = 'failure' in outcome ? outcome.failure : null
    last.at = Date.now()
    return outcome
  }

  /** Takes as long as the last real answer, and fails where that failed: nobody is asked, and nobody can tell. */
  async function asIfAsked(): Promise<CheckOutcome> {
    await Bun.sleep(last.tookMs * (0.8 + Math.random() * 0.4))
    return last.failure !== null && Date.now() - last.at < FAILURE_MS ? { failure: last.failure } : NOT_FOUND
  }

  return {
    /** A number that the gateway cannot speak of is refused before anything else: that refusal hides nobody. */
    async check(question, isSuppressed) {
      if (!gateway.speaksOf(question.phone)) return { failure: 'testNumbersOnly' }
      return isSuppressed ? await asIfAsked() : await ask(question)
    }
  }
}

function failureOf(error: unknown): CheckOutcome {
  if (!(error instanceof GatewayError)) throw error
  log.warn('messenger_gateway', { failure: error.failure, reason: error.message })
  return { failure: error.failure }
}
