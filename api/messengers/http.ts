import * as v from 'valibot'
import { MESSENGER_TIMEOUT_MS } from '#shared/constants.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import {
  ANSWER_MAX_BYTES,
  DISPLAY_MAX_CHARS,
  GatewayError,
  type MessengerGateway,
  SIGNATURE_HEADER,
  signature,
  TIMESTAMP_HEADER
} from './contract.ts'

const TYPICAL_MS = 300
const POOL_FOLDERS_MAX = 1_000

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const line = v.pipe(
  v.string(),
  v.transform(text => [...sanitizeText(text)].slice(0, DISPLAY_MAX_CHARS).join(''))
)
const folders = v.pipe(
  v.array(v.object({ folder: line, session_files: count, has_json: v.boolean() })),
  v.maxLength(POOL_FOLDERS_MAX)
)
const checkAnswer = v.object({ found: v.boolean(), display_message: v.optional(line, '') })
const poolAnswer = v.object({
  total_accounts: count,
  limited_accounts: count,
  active_accounts: count,
  is_nearly_empty: v.boolean(),
  warning_message: v.optional(v.nullable(line), null),
  accounts_list: folders,
  limited_list: folders
})

export function httpGateway(url: string, secret: string): MessengerGateway {
  const base = url.replace(/\/+$/, '')

  async function callGateway<T>(
    method: string,
    path: string,
    body: string,
    shape: v.GenericSchema<unknown, T>
  ) {
    const timestamp = String(Math.floor(Date.now() / 1000))
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          Accept: 'application/json',
          ...(body !== '' && { 'Content-Type': 'application/json' }),
          [TIMESTAMP_HEADER]: timestamp,
          [SIGNATURE_HEADER]: signature(secret, { method, path, timestamp, body })
        },
        ...(body !== '' && { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(MESSENGER_TIMEOUT_MS)
      })
      if (response.status !== 200) {
        await response.body?.cancel()
        throw new GatewayError('down', `status ${response.status}`)
      }
      const answer = v.safeParse(shape, JSON.parse(await boundedText(response)))
      if (!answer.success) throw new GatewayError('down', 'another shape')
      return answer.output
    } catch (error) {
      if (error instanceof GatewayError) throw error
      const { name } = error as Error
      throw new GatewayError(name === 'TimeoutError' ? 'slow' : 'down', name)
    }
  }

  return {
    typicalMs: TYPICAL_MS,
    supports: () => true,
    check: async ({ channel, phone, requestId }) => {
      const body = JSON.stringify({ channel, phone: `+${phone}`, request_id: requestId })
      const { found, display_message } = await callGateway('POST', '/v1/check', body, checkAnswer)
      return { isRegistered: found, displayMessage: display_message }
    },
    pool: () => callGateway('GET', '/v1/pool', '', poolAnswer)
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > ANSWER_MAX_BYTES) throw new GatewayError('down', 'too long')
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}
