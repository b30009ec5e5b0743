import * as v from 'valibot'
import { WEBHOOK_URL_MAX_CHARS } from '#shared/constants.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/labels/webhooks.ts'

const ADDRESS = 'Укажите адрес вида https://имя/путь'
const LONG = `Адрес: не больше ${WEBHOOK_URL_MAX_CHARS} символов`
const EVENTS = 'Выберите, о чём сообщать'

/** Credentials would appear in the receiver's log, and fragments are never sent. */
const isHttps = (text: string): boolean => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && !text.includes('#')
}

const url = v.pipe(
  v.string(ADDRESS),
  v.trim(),
  v.maxLength(WEBHOOK_URL_MAX_CHARS, LONG),
  v.check(isHttps, ADDRESS),
  v.transform(text => new URL(text).href),
  v.maxLength(WEBHOOK_URL_MAX_CHARS, LONG)
)

const events = v.pipe(
  v.array(v.picklist(Object.keys(WEBHOOK_EVENTS) as WebhookEvent[], EVENTS), EVENTS),
  v.transform(kinds => [...new Set(kinds)]),
  v.minLength(1, EVENTS)
)

export const webhookForm = v.object({ url, events }, ADDRESS)
export type WebhookForm = v.InferOutput<typeof webhookForm>
