import { atom } from 'nanostores'
import { COPY_FEEDBACK_MS } from '#shared/constants.ts'
import type { Webhook, WebhookDelivery } from '#shared/contracts/profile.ts'
import { WEBHOOK_TEXTS } from '#shared/texts/webhooks.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { createLoad, type LoadStore } from '#site/lib/load-store.ts'
import { showToast, tell } from '#site/lib/toast-store.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'

const PATH = '/api/profile/webhooks'
/** How long a try-out is followed: an answer may take five seconds. */
const FOLLOW_TURNS = 8
const FOLLOW_MS = 1_000

type SecretAnswer = { webhook: Webhook; secret: string }

export const webhooks = createLoad(async () => {
  const shape = { webhooks: [{ id: 0, url: '', events: [], secret: '' }] } as const
  return (await ask<{ webhooks: Webhook[] }>(PATH, { shape })).webhooks
})

/** The secret that was just made, as long as its dialog stands. */
export const $secret = atom<{
  Dialog: typeof import('#site/ui/dialog/Dialog.tsx').Dialog
  secret: string
} | null>(null)

/** Fetched before a secret is made: one that cannot be shown would be lost. */
const loadDialog = async () => (await loadCode(() => import('#site/ui/dialog/Dialog.tsx'))).Dialog

/** What is kept for one address: its form and its log. */
interface OneWebhook {
  form: FormStore
  log: LoadStore<WebhookDelivery[]>
}

const loadCheck = async () => (await import('./webhook-checks.ts')).checkWebhook

export const newForm = createForm({
  loadCheck,
  fallback: WEBHOOK_TEXTS.saveFailed,
  async send(body) {
    const Dialog = await loadDialog()
    const { webhook, secret } = await ask<SecretAnswer>(PATH, { method: 'POST', body, shape: { secret: '' } })
    webhooks.change(list => [...list, webhook])
    $secret.set({ Dialog, secret })
    return undefined
  }
})

export function openWebhook(id: number): OneWebhook {
  return {
    form: createForm({
      loadCheck,
      fallback: WEBHOOK_TEXTS.saveFailed,
      async send(body) {
        const { webhook } = await ask<{ webhook: Webhook }>(`${PATH}/${id}`, { method: 'PUT', body })
        put(webhook)
        return WEBHOOK_TEXTS.saved
      }
    }),
    log: createLoad(async () => {
      const shape = { deliveries: [{ id: 0, event: 'ping', state: 'waiting' }] } as never
      return (await ask<{ deliveries: WebhookDelivery[] }>(`${PATH}/${id}/deliveries`, { shape })).deliveries
    })
  }
}

const put = (webhook: Webhook) =>
  webhooks.change(list => list.map(each => (each.id === webhook.id ? webhook : each)))

/** Does something that was agreed to. @returns whether it was done; says why not. */
async function act(work: () => Promise<unknown>, question?: Parameters<typeof confirm>[0]): Promise<boolean> {
  try {
    if (question && !(await confirm(question))) return false
    await work()
    return true
  } catch (error) {
    tell(errorText(error, WEBHOOK_TEXTS.actFailed))
    return false
  }
}

export const renewSecret = ({ id }: Webhook) =>
  act(
    async () => {
      const Dialog = await loadDialog()
      const { webhook, secret } = await ask<SecretAnswer>(`${PATH}/${id}/secret`, {
        method: 'POST',
        shape: { secret: '' }
      })
      put(webhook)
      $secret.set({ Dialog, secret })
    },
    { title: WEBHOOK_TEXTS.renewTitle, text: WEBHOOK_TEXTS.renewText, action: 'Выпустить новый' }
  )

export const removeWebhook = ({ id }: Webhook) =>
  act(
    async () => {
      await ask(`${PATH}/${id}`, { method: 'DELETE' })
      webhooks.change(list => list.filter(each => each.id !== id))
      showToast(WEBHOOK_TEXTS.removed, COPY_FEEDBACK_MS)
    },
    { title: WEBHOOK_TEXTS.removeTitle, text: WEBHOOK_TEXTS.removeText, action: 'Удалить адрес' }
  )

/** Sends something now, and shows what comes of it. */
export const sendNow = (webhook: Webhook, log: OneWebhook['log'], delivery?: WebhookDelivery) =>
  act(async () => {
    const path = delivery ? `deliveries/${delivery.id}/redeliver` : 'ping'
    const shape = { delivery: { id: 0 } } as const
    const answer = await ask<{ delivery: WebhookDelivery }>(`${PATH}/${webhook.id}/${path}`, {
      method: 'POST',
      shape
    })
    for (let turn = 0; turn < FOLLOW_TURNS; turn += 1) {
      await log.refresh()
      const load = log.$load.get()
      const sent = load.step === 'ready' ? load.data.find(({ id }) => id === answer.delivery.id) : undefined
      if (sent && isTried(sent)) break
      await new Promise(resolve => setTimeout(resolve, FOLLOW_MS))
    }
  })

/** Whether something came of its last try. */
export const isTried = ({ state, attempts, failure }: WebhookDelivery): boolean =>
  state !== 'waiting' || (attempts > 0 && failure !== null)
