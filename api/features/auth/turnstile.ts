import { randomUUID } from 'node:crypto'
import type { Context } from '#api/context.ts'
import { isExempt } from '#api/features/ip-exceptions/service.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { BYPASS_TOKEN, SITEVERIFY_TIMEOUT_MS } from '#shared/constants.ts'
import type { TurnstileConfig } from '#shared/contracts/auth.ts'
import { PASSING_SITE_KEY_PREFIX } from '#shared/rules/site-key.ts'

/** What the challenge was solved for; the widget is given the same word. */
export type ChallengeAction = 'login' | 'register'

/** developers.cloudflare.com/turnstile/get-started/server-side-validation: a token is good for five minutes. */
const TOKEN_SECONDS = 300
const CLOCK_SKEW_SECONDS = 30
/** The first try may not use up the time of the second. */
const FIRST_TRY_MS = 3_000
const RETRY_SECONDS = 10
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
/** Errors that are ours or the verifier's, never the visitor's. */
const NOT_THE_VISITORS = ['internal-error', 'missing-input-secret', 'invalid-input-secret']

interface Verdict {
  success?: unknown
  hostname?: unknown
  action?: unknown
  challenge_ts?: unknown
  'error-codes'?: unknown
}

export function turnstileConfig(context: Context): TurnstileConfig {
  const { turnstile, oidc } = context.config
  const { siteKey } = turnstile
  return { enabled: siteKey !== null, siteKey, ...(oidc && { oidc_title: oidc.title }) }
}

/**
 * Passes a visitor who solved the challenge, or for whom it is waived: that is decided here again on every request,
 * whatever the page decided (`docs/how-it-works/contract.md` §3).
 *
 * @throws Refusal `SECURITY_CHECK_FAILED`, or `SECURITY_CHECK_DOWN` when the verifier cannot be asked.
 */
export async function passSecurityCheck(
  context: Context,
  check: { token: string; action: ChallengeAction; address: string | null }
): Promise<void> {
  if (await isWaived(context, check.address)) return
  if (check.token === BYPASS_TOKEN) throw new Refusal('SECURITY_CHECK_FAILED')
  const verdict = await askVerifier(context, check.token, check.address)
  if (verdict === null) throw new Refusal('SECURITY_CHECK_DOWN', { retryAfterSeconds: RETRY_SECONDS })
  if (!isGenuine(context, verdict, check.action)) throw new Refusal('SECURITY_CHECK_FAILED')
}

async function isWaived(context: Context, address: string | null): Promise<boolean> {
  const { siteKey } = context.config.turnstile
  return siteKey === null || siteKey.startsWith(PASSING_SITE_KEY_PREFIX) || (await isExempt(context, address))
}

/** Asks at most twice, with one idempotency key, within five seconds in all. Null when there is no verdict. */
async function askVerifier(context: Context, token: string, address: string | null): Promise<Verdict | null> {
  const { secretKey, verifyUrl } = context.config.turnstile
  const body = new URLSearchParams({
    secret: secretKey ?? '',
    response: token,
    idempotency_key: randomUUID(),
    ...(address === null ? {} : { remoteip: address })
  })
  const inAll = AbortSignal.timeout(SITEVERIFY_TIMEOUT_MS)
  const tries = [AbortSignal.any([inAll, AbortSignal.timeout(FIRST_TRY_MS)]), inAll]
  for (const signal of tries) {
    try {
      const response = await fetch(verifyUrl, { method: 'POST', body, signal, redirect: 'error' })
      const verdict = (await response.json()) as Verdict | null
      if (verdict && typeof verdict.success === 'boolean' && !isNotTheVisitors(verdict)) return verdict
      log.warn('siteverify_answer', { status: response.status, codes: verdict?.['error-codes'] })
    } catch (error) {
      log.warn('siteverify_down', { reason: (error as Error).name })
    }
  }
  return null
}

function isNotTheVisitors({ success, 'error-codes': codes }: Verdict): boolean {
  return success === false && Array.isArray(codes) && codes.some(code => NOT_THE_VISITORS.includes(code))
}

function isGenuine(context: Context, verdict: Verdict, action: ChallengeAction): boolean {
  const ours = new URL(context.config.publicOrigin).hostname
  const hostnames = LOOPBACK.includes(ours) ? LOOPBACK : [ours]
  const solvedAt = typeof verdict.challenge_ts === 'string' ? Date.parse(verdict.challenge_ts) : Date.now()
  const age = (Date.now() - solvedAt) / 1000
  return (
    verdict.success === true &&
    hostnames.includes(String(verdict.hostname)) &&
    verdict.action === action &&
    age <= TOKEN_SECONDS + CLOCK_SKEW_SECONDS
  )
}
