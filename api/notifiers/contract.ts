import { LoggableError } from '#api/lib/operator-error.ts'
import type { ContactChannel } from '#shared/labels/subject-requests.ts'

/**
 * How a person who has no account is told something: a code, an answer. We run no mail server and no telephone; with
 * `NOTIFIER_DRIVER=smtp` mail goes through the operator's server (`SMTP_URL`, from `SMTP_FROM`), with `http` the
 * operator's own service sends it, over this protocol.
 *
 * One call, JSON in UTF-8, under `NOTIFIER_URL`:
 *
 *     POST /v1/notify  {"channel": "email" | "phone", "to": "+79732041740", "subject": "…", "text": "…", "request_id": "…"}
 *                      → 200 {"accepted": true}
 *
 * - `to` is an e-mail or a phone as E.164. `request_id` is new for every message; the same one again is a repetition.
 * - It is signed as the calls of `MessengerGateway`, keyed with `NOTIFIER_SECRET`; the path is `/v1/notify`, whatever
 *   stands before it in `NOTIFIER_URL`.
 * - Any status but 200, a redirect, another body or no whole answer within 4 s counts as not sent; we do not try twice.
 */
export interface Notifier {
  /** Where it can send to. */
  channels: readonly ContactChannel[]
  /** Nothing is sent: an administrator hands over what is to be told. */
  isHandedOver: boolean
  /** @throws NotifierError when it was not sent, or nobody knows. */
  send(message: Message): Promise<void>
}

export interface Message {
  channel: ContactChannel
  /** An e-mail, or digits as `normalizePhone` returns them. */
  to: string
  subject: string
  text: string
}

export class NotifierError extends LoggableError {
  override name = 'NotifierError'
}
