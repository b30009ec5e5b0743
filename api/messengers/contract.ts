import { LoggableError } from '#api/lib/operator-error.ts'
import type { MessengerPool } from '#shared/contracts/messengers.ts'
import type { Channel, GatewayFailure } from '#shared/labels/messengers.ts'

/**
 * What stands between us and a messenger. We hold no messenger client, no account and no session: with
 * `MESSENGER_DRIVER=http` the operator's own service answers, over this protocol.
 *
 * Two calls, JSON in UTF-8, under `MESSENGER_URL`:
 *
 *     POST /v1/check  {"channel": "telegram" | "whatsapp", "phone": "+79732041740", "request_id": "…"}
 *                     → 200 {"found": true, "display_message": "Telegram: номер зарегистрирован"}
 *     GET  /v1/pool   → 200 `MessengerPool`
 *
 * - `phone` is E.164. `request_id` is new for every call; the same one again is a repetition of the same question.
 * - `display_message` is shown to the person, at most `DISPLAY_MAX_CHARS` characters, and only when `found` is true:
 *   "not found" has one text of ours, so that a suppressed number cannot be told from an unknown one.
 * - Both calls are signed: `X-Sverka-Timestamp` holds seconds of the epoch, `X-Sverka-Signature` holds
 *   `sha256=` and the hex HMAC-SHA256, keyed with `MESSENGER_SECRET`, of method, path, timestamp and body joined by a
 *   line feed (`signature`). The path is `/v1/check` or `/v1/pool`, whatever stands before it in `MESSENGER_URL`; the
 *   body of a GET is empty.
 *   The service answers 401 to a missing or wrong signature and to a timestamp more than 300 s away.
 * - It answers 400 to a body it cannot use, 404 to another path. Any status but 200, a redirect, more than
 *   `ANSWER_MAX_BYTES`, another shape or no whole answer within 4 s counts as "down"; we do not try twice.
 *
 * `tests/api/messenger-conformance.test.ts` checks a running service against this text.
 */
export interface MessengerGateway {
  /** Typical time of an answer in ms, used until one has been measured. */
  typicalMs: number
  /** Said behind every answer, whether a number is there or not: «(тестовый ответ)». */
  remark?: string
  /** Whether it accepts this number. Decided without asking anybody. */
  supports(phone: string): boolean
  /** @throws GatewayError */
  check(request: GatewayCheck): Promise<CheckResult>
  /** @throws GatewayError */
  pool(): Promise<MessengerPool>
}

export interface GatewayCheck {
  channel: Channel
  /** Digits, as `normalizePhone` returns them. */
  phone: string
  requestId: string
}

export interface CheckResult {
  isRegistered: boolean
  /** Shown to the person when the number is registered. */
  displayMessage: string
}

export class GatewayError extends LoggableError {
  override name = 'GatewayError'
  readonly failure: GatewayFailure

  constructor(failure: GatewayFailure, detail: string) {
    super(detail)
    this.failure = failure
  }
}

export const DISPLAY_MAX_CHARS = 300
export const ANSWER_MAX_BYTES = 256 * 1024

export { SIGNATURE_HEADER, signature, TIMESTAMP_HEADER } from '#api/lib/signed-call.ts'
