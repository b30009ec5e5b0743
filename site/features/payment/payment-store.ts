import { atom, computed } from 'nanostores'
import type { Payment, PaymentRate } from '#shared/contracts/payments.ts'
import { PAYMENT_TEXTS } from '#shared/texts/payment.ts'
import { ask, errorText, type Shape } from '#site/lib/ask.ts'
import { createForm, type FormCheck } from '#site/lib/form-store.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { shortId } from '#site/lib/payment-text.ts'
import { tell } from '#site/lib/toast-store.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { amountRefusal, OTHER_AMOUNT, PRESETS } from './payment-view.ts'
import { readServerTime, serverNow } from './server-clock.ts'

interface Answered<T> {
  data: T
}

/** What a payment costs and brings, and the networks there are. */
export const terms = createLoad(
  async () =>
    (
      await ask<Answered<PaymentRate>>('/api/payment/rate', {
        shape: { data: { rate: 0, bonus_multiplier: 0, networks: [{ key: '', title: '' }] } }
      })
    ).data
)

/** What the page relies on in a payment. */
const PAYMENT_SHAPE = {
  id: '',
  status: '',
  amount_usd: 0,
  generated_address: '',
  expected_amount_usdt: 0,
  expires_at: '',
  credited_until: '',
  created_moscow_str: '',
  server_time: ''
} as const satisfies Shape<Payment>

/** The person's payments, newest first. @throws AskError. */
export async function fetchPayments(): Promise<Payment[]> {
  const { data } = await ask<Answered<Payment[]>>('/api/payment/my', { shape: { data: [PAYMENT_SHAPE] } })
  if (data[0]) readServerTime(data[0].server_time)
  return data
}

export const payments = createLoad(fetchPayments)

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
  return load.data.find(({ id }) => id === chosen) ?? load.data.find(({ status }) => status === 'pending')
})

/** Whether a payment may change without the person: it waits for money, or money that still comes is credited by itself. */
export const mayChange = ({ status, credited_until }: Payment): boolean =>
  status === 'pending' || Date.parse(credited_until) > serverNow()

/** The newest payment that may change by itself; undefined while there is none to follow. */
export const $followed = computed(payments.$load, (load): string | undefined =>
  load.step === 'ready' ? load.data.find(mayChange)?.id : undefined
)

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

function refusalOf(amount: string): string | null {
  const load = terms.$load.get()
  return amountRefusal(amount, load.step === 'ready' ? load.data : null)
}

/** Says what is wrong with the amount when somebody leaves it. One that is not typed yet is asked for by the press. */
export function checkAmount(): void {
  const refusal = $amount.get() && refusalOf($amount.get())
  if (refusal) paymentForm.refuse('usd_amount', refusal)
}

/** What was typed goes out as it is: the server reads it by the same rule. */
const checkForm: FormCheck<Record<string, string>> = values => {
  const typed = values as Record<string, string>
  const refusal = refusalOf(typed.usd_amount ?? '')
  return refusal ? { refusals: { usd_amount: refusal } } : { values: typed }
}

export const paymentForm = createForm({
  loadCheck: async () => checkForm,
  fallback: PAYMENT_TEXTS.createFailed,
  async send({ usd_amount = '', network = '' }) {
    const form = { usd_amount, ...(network && { network }) }
    const { data } = await ask<Answered<Payment>>('/api/payment/create', {
      form,
      shape: { data: PAYMENT_SHAPE }
    })
    putPayment(data)
    chooseInvoice(data.id)
    return undefined
  }
})

/** Changes the list; what somebody looks at stays before them when it ends. */
export function changePayments(next: (all: Payment[]) => Payment[]): void {
  const shown = $invoice.get()
  if (shown) $chosen.set(shown.id)
  payments.change(next)
}

/** Puts the answer about one payment into the list. */
function putPayment(payment: Payment): void {
  readServerTime(payment.server_time)
  changePayments(all =>
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
      action: `Отменить счёт ${shortId(id)}`,
      dismiss: 'Не отменять'
    })
    if (!agreed) return
    const { data } = await ask<Answered<Payment>>(`/api/payment/${id}/cancel`, {
      method: 'POST',
      shape: { data: PAYMENT_SHAPE }
    })
    putPayment(data)
  } catch (error) {
    tell(errorText(error))
  }
}
