import { PAYMENT_ID_SHOWN_CHARS } from '#shared/constants.ts'
import type { PaymentStatus } from '#shared/labels/payments.ts'
import type { Tone } from '#site/ui/Badge.tsx'
import type { Forms } from './numbers.ts'
import { plural } from './numbers.ts'

/** How payments are written, to whoever pays and to an administrator. */

export const REQUESTS: Forms = ['запрос', 'запроса', 'запросов']

const USD = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** USDT has six digits on most networks, and none is rounded away. */
const USDT = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** «10 000,00». */
export const formatUsd = (amount: number): string => USD.format(amount)

/** «50,00 USDT», «49,995 USDT». */
export const usdtText = (amount: number): string => `${USDT.format(amount)}\u00a0USDT`

export const shortId = (id: string): string => id.slice(0, PAYMENT_ID_SHOWN_CHARS)

export const STATUS_TONES: Record<PaymentStatus, Tone | undefined> = {
  completed: 'moss',
  pending: 'ochre',
  expired: 'red',
  cancelled: undefined
}

const RATE = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 4 })

/** «1 USD = 100 запросов». */
export const rateText = (rate: number): string =>
  `1\u00a0USD = ${RATE.format(rate)}\u00a0${Number.isInteger(rate) ? plural(rate, REQUESTS) : REQUESTS[1]}`
