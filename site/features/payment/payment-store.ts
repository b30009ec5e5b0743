import { atom, computed } from 'nanostores'
import type { Payment, PaymentRate } from '#shared/contracts/payments.ts'
import { PAYMENT_TEXTS } from '#shared/labels/payment-texts.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createForm, type FormCheck } from '#site/lib/form-store.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { shortId } from '#site/lib/payment-text.ts'
import { reloadUser } from '#site/lib/session-store.ts'
import { showToast } from '#site/lib/toast-store.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { pauseAfter } from './pauses.ts'
import { amountRefusal, isConfirming, OTHER_AMOUNT, PRESETS } from './payment-view.ts'
import { readServerTime } from './server-clock.ts'

interface Answered<T> {
  data: T
}

/** What a payment costs and brings, and the networks there are. */
export const terms = createLoad(async () => (await ask<Answered<PaymentRate>>('/api/payment/rate')).data)

export const payments = createLoad(async () => {
  const { data } = await ask<Answered<Payment[]>>('/api/payment/my')
  if (data[0]) readServerTime(data[0].server_time)
  return data
})

export function loadPayments(): void {
  terms.load()
  payments.load()
}

/** Of the heading of the invoice that is shown. */
export const INVOICE_ID = 'invoice'

/** The payment that the person opened; null for the newest open one. */
export const $chosen = atom<string | null>(null)
export const chooseInvoice = (id: string): void => $chosen.set(id)

/** The payment that is shown large: the chosen one, else the newest that waits for money. */
export const $invoice = computed([payments.$load, $chosen], (load, chosen): Payment | undefined => {
  if (load.step !== 'ready') return undefined
  return load.data.find(({ id, status }) => (chosen ? id === chosen : status === 'pending'))
})

/** What is typed into the amount, and the preset that it came from. */
export const $amount = atom(PRESETS[0]?.value ?? '')
export const $preset = atom($amount.get())

export function chooseAmount(preset: string): void {
  $preset.set(preset)
  if (preset !== OTHER_AMOUNT) typeAmount(preset, preset)
}

export function typeAmount(amount: string, preset = OTHER_AMOUNT): void {
  $amount.set(amount)
  $preset.set(preset)
  paymentForm.clearRefusal('usd_amount')
}

/** What was typed goes out as it is: the server reads it by the same rule. */
const checkForm: FormCheck<Record<string, string>> = values => {
  const typed = values as Record<string, string>
  const load = terms.$load.get()
  const refusal = amountRefusal(typed.usd_amount ?? '', load.step === 'ready' ? load.data : null)
  return refusal ? { refusals: { usd_amount: refusal } } : { values: typed }
}

export const paymentForm = createForm({
  loadCheck: async () => checkForm,
  fallback: PAYMENT_TEXTS.createFailed,
  async send({ usd_amount = '', network = '' }) {
    const form = { usd_amount, ...(network && { network }) }
    const { data } = await ask<Answered<Payment>>('/api/payment/create', { form })
    keep(data)
    chooseInvoice(data.id)
    return undefined
  }
})

/** Puts what the server has said of a payment in the place of what was known. */
function keep(payment: Payment): void {
  readServerTime(payment.server_time)
  // What somebody looks at stays before them when it ends.
  if ($invoice.get()?.id === payment.id) $chosen.set(payment.id)
  payments.change(all =>
    all.some(({ id }) => id === payment.id)
      ? all.map(each => (each.id === payment.id ? payment : each))
      : [payment, ...all]
  )
}

/** Cancels a payment after a confirmation that names it. */
export async function cancelPayment({ id }: Payment): Promise<void> {
  try {
    const agreed = await confirm({
      title: `Отменить счёт ${shortId(id)}?`,
      text: 'Не отменяйте счёт, если деньги уже отправлены: на отменённый они сами не зачислятся.',
      action: `Отменить счёт ${shortId(id)}`
    })
    if (!agreed) return
    keep((await ask<Answered<Payment>>(`/api/payment/${id}/cancel`, { method: 'POST' })).data)
  } catch (error) {
    showToast(errorText(error), REFUSAL_MS)
  }
}

/** A refusal is a sentence, which takes longer to read than «Скопировано». */
const REFUSAL_MS = 6_000

/** What a follower remembers from one turn to the next. */
interface Follower {
  last: Payment
  unchanged: number
  failures: number
}

/**
 * Makes what asks how a payment goes: each turn answers the pause until the next, in milliseconds, or null when nothing
 * more can come. When requests were credited the header learns the new balance.
 */
export function createFollower(payment: Payment): () => Promise<number | null> {
  const state: Follower = { last: payment, unchanged: 0, failures: 0 }
  return async () => {
    try {
      const { data } = await ask<Answered<Payment>>(`/api/payment/${payment.id}`, { login: false })
      const isNew = newsOf(data) !== newsOf(state.last)
      if (isNew) keep(data)
      // When it fails, the next turn finds the same difference.
      if (data.used_requests !== state.last.used_requests) await reloadUser()
      Object.assign(state, { last: data, unchanged: isNew ? 0 : state.unchanged + 1, failures: 0 })
    } catch {
      // The pause grows, and the next turn tries again; what is shown stays true as of its time.
      state.failures += 1
    }
    const { last, unchanged, failures } = state
    if (last.status === 'cancelled') return null
    return pauseAfter({
      isSettled: last.status !== 'pending',
      isMoving: isConfirming(last),
      unchanged,
      failures
    })
  }
}

/** All that a person could see change. */
const newsOf = ({ server_time, ...payment }: Payment): string => JSON.stringify(payment)
