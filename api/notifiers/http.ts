import * as v from 'valibot'
import { SIGNATURE_HEADER, signature, TIMESTAMP_HEADER } from '#api/lib/signed-call.ts'
import { NOTIFIER_TIMEOUT_MS } from '#shared/constants.ts'
import { type Notifier, NotifierError } from './contract.ts'

const PATH = '/v1/notify'
const ANSWER_MAX_BYTES = 4 * 1024
const accepted = v.object({ accepted: v.literal(true) })

export function httpNotifier(url: string, secret: string): Notifier {
  const base = url.replace(/\/+$/, '')
  return {
    channels: ['email', 'phone'],
    isHandedOver: false,
    async send({ channel, to, subject, text }) {
      const address = channel === 'phone' ? `+${to}` : to
      const body = JSON.stringify({ channel, to: address, subject, text, request_id: crypto.randomUUID() })
      const timestamp = String(Math.floor(Date.now() / 1000))
      try {
        const response = await fetch(`${base}${PATH}`, {
          method: 'POST',
          headers: {
            Accept: 'application/json',
            'Content-Type': 'application/json',
            [TIMESTAMP_HEADER]: timestamp,
            [SIGNATURE_HEADER]: signature(secret, { method: 'POST', path: PATH, timestamp, body })
          },
          body,
          redirect: 'manual',
          signal: AbortSignal.timeout(NOTIFIER_TIMEOUT_MS)
        })
        if (response.status !== 200) {
          await response.body?.cancel()
          throw new NotifierError(`status ${response.status}`)
        }
        if (!v.is(accepted, JSON.parse(await boundedText(response)))) throw new NotifierError('another shape')
      } catch (error) {
        throw error instanceof NotifierError ? error : new NotifierError((error as Error).name)
      }
    }
  }
}

async function boundedText(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > ANSWER_MAX_BYTES) throw new NotifierError('too long')
  }
  return text + decoder.decode()
}
