import type { Signal, SignalsAnswer } from '#shared/contracts/admin/signals.ts'
import type { SignalKind } from '#shared/labels/signals.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { counted, type Forms, RECORDS, SEARCHES } from '#site/lib/numbers.ts'
import { tell } from '#site/lib/toast-store.ts'

const PATH = '/api/auth/admin/risk'

export const signals = createLoad(() =>
  ask<SignalsAnswer>(PATH, { shape: { mode: '', open: 0, signals: [{ id: 0, title: '', amount: 0 }] } })
)

const NUMBERS: Forms = ['номер', 'номера', 'номеров']
const NETWORKS: Forms = ['сети', 'сетей', 'сетей']

/** What was counted. */
const DETAILS: Record<SignalKind, (amount: number) => string> = {
  enumeration: amount => `${counted(amount, NUMBERS)} из одной тысячи за сутки`,
  same_person: amount => `${counted(amount, SEARCHES)} об одном и том же за 7 дней`,
  many_records: amount => `${counted(amount, RECORDS)} за сутки`,
  many_addresses: amount => `программа обращалась из ${counted(amount, NETWORKS)} за час`
}

export const detailsOf = ({ kind, amount }: Signal): string => DETAILS[kind](amount)

const decide = ({ id }: Signal, body: object) => ask<SignalsAnswer>(`${PATH}/${id}`, { body })

/** Says that somebody looks into it. Never rejects. */
export async function takeInHand(signal: Signal): Promise<void> {
  try {
    await decide(signal, { state: 'seen' })
  } catch (error) {
    tell(errorText(error))
  }
  await signals.refresh()
}

export const closingForm = (signal: Signal): FormStore =>
  createForm({
    loadCheck: async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkClosing,
    fallback: 'Не удалось снять сигнал',
    async send(body) {
      try {
        await decide(signal, body)
      } finally {
        // A refusal too says that what is shown is old: somebody else was quicker.
        await signals.refresh()
      }
      return 'Сигнал снят'
    }
  })
