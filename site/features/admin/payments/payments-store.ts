import type {
  AdminPayment,
  AdminPayments,
  NetworkHealth,
  PaymentHealth,
  ReconciledAnswer,
  ReviewList,
  ReviewTransfer
} from '#shared/contracts/admin/payments.ts'
import { NETWORK_TITLES, PAYMENT_STATUSES } from '#shared/labels/payments.ts'
import { isDay } from '#shared/rules/day.ts'
import { act } from '#site/features/admin/parts/act.ts'
import { createList } from '#site/features/admin/parts/list-store.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { counted } from '#site/lib/numbers.ts'
import { formatUsd, REQUESTS, shortId, usdtText } from '#site/lib/payment-text.ts'
import { tell } from '#site/lib/toast-store.ts'
import type { Confirmation } from '#site/ui/dialog/confirm-store.ts'

const PATH = '/api/auth/admin/payments'

const NO_FILTER = { status: '', network: '', from: '', to: '', search: '' }

export const payments = createList<typeof NO_FILTER, AdminPayments>(
  PATH,
  NO_FILTER,
  {
    payments: [{ id: '', status: '', amount_usd: 0 }],
    total: 0,
    totals: { amount_usd: 0, received_usdt: 0, credited: 0 }
  },
  {
    status: value => Object.hasOwn(PAYMENT_STATUSES, value),
    network: value => Object.hasOwn(NETWORK_TITLES, value),
    from: isDay,
    to: isDay
  }
)

/** Money that waits for a decision. */
export const review = createLoad(() => ask<ReviewList>(`${PATH}/review`, { shape: { transfers: [] } }))
export const health = createLoad(() =>
  ask<PaymentHealth>(`${PATH}/health`, { shape: { networks: [{ key: '' }], notes: { is_on: true } } })
)

const PARTS = [payments, review, health]

export function loadAll(): void {
  for (const part of PARTS) part.load()
}

const refreshAll = () => Promise.all(PARTS.map(part => part.refresh()))

export const NO_USER = 'учётная запись удалена'

/** Which payment is meant: «3f9a1c07, demoanalyst, 50,00 USD». */
const nameOf = ({ id, username, amount_usd }: AdminPayment) =>
  `${shortId(id)}, ${username ?? NO_USER}, ${formatUsd(amount_usd)} USD`

/** What «Подтвердить» would do. */
export const confirmationText = (payment: AdminPayment): string =>
  `Платёж ${nameOf(payment)}. Пользователь получит ${counted(payment.credits, REQUESTS)}, отменить это нельзя. Деньги, которые придут на этот адрес потом, второй раз не зачислятся.`

/** Credits a payment by hand, for the reason that is typed. */
export const confirmationForm = (payment: AdminPayment): FormStore =>
  createForm({
    loadCheck: async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkConfirmation,
    fallback: 'Не удалось подтвердить платёж',
    async send(body) {
      try {
        await ask(`${PATH}/${payment.id}/confirm`, { body })
      } finally {
        await refreshAll()
      }
      return 'Платёж подтверждён'
    }
  })

/** Holds the books against each other now. Never rejects. */
export async function reconcileNow(): Promise<void> {
  try {
    const { reconciliation } = await ask<ReconciledAnswer>(`${PATH}/reconcile`, {
      method: 'POST',
      shape: { reconciliation: { findings: [] } }
    })
    health.change(shown => ({ ...shown, reconciliation }))
    tell(reconciliation.is_clean ? 'Сверка прошла: расхождений нет' : 'Сверка прошла: есть расхождения')
  } catch (error) {
    tell(errorText(error))
  }
}

/** Takes a payment out of the lists, after a confirmation. */
export const deletePayment = (payment: AdminPayment): Promise<boolean> =>
  decide(
    {
      title: 'Удалить платёж?',
      text: `Платёж ${nameOf(payment)}. Он исчезнет из списков, а зачисленное и сведения о переводах останутся. Деньги, которые придут на этот адрес потом, будут ждать вашего решения.`,
      action: `Удалить ${shortId(payment.id)}`
    },
    () => ask(`${PATH}/${payment.id}`, { method: 'DELETE' })
  )

/** Gives the requests for money under review, after a confirmation. */
export const creditTransfer = (transfer: ReviewTransfer): Promise<boolean> =>
  decide(
    {
      title: 'Зачислить деньги?',
      text: `${usdtText(transfer.amount_usdt)} на счёт ${shortId(transfer.payment_id)}, ${transfer.username ?? NO_USER}. Пользователь получит ${counted(transfer.credits, REQUESTS)}, отменить это нельзя.`,
      action: `Зачислить ${counted(transfer.credits, REQUESTS)}`,
      kind: 'primary'
    },
    () => ask(`${PATH}/review/${transfer.id}/credit`, { method: 'POST' })
  )

/** Takes money off the list without any requests for it, after a confirmation. */
export const dismissTransfer = (transfer: ReviewTransfer): Promise<boolean> =>
  decide(
    {
      title: 'Не зачислять деньги?',
      text: `${usdtText(transfer.amount_usdt)} на счёт ${shortId(transfer.payment_id)}, ${transfer.username ?? NO_USER}. Запросы за них не поступят, отменить это нельзя.`,
      action: 'Не зачислять'
    },
    () => ask(`${PATH}/review/${transfer.id}/dismiss`, { method: 'POST' })
  )

/** Lets a network go on that was halted, after a confirmation. */
export const resumeNetwork = ({ key, title }: NetworkHealth): Promise<boolean> =>
  decide(
    {
      title: 'Возобновить зачисление?',
      text: `${title}. Сначала сверьте поступления с сетью: зачисленное за те, которых в ней больше нет, само не отменится. Последние блоки будут прочитаны ещё раз.`,
      action: 'Возобновить',
      kind: 'primary'
    },
    () => ask(`${PATH}/networks/${key}/resume`, { method: 'POST' })
  )

const decide = (question: Confirmation, call: () => Promise<unknown>) =>
  act({ question, call, reload: refreshAll })
