import { plural } from '#site/lib/numbers.ts'
import { REQUESTS } from '#site/lib/payment-text.ts'

const RATE = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 4 })

/** «1 USD = 100 запросов». */
export const rateText = (rate: number): string =>
  `1\u00a0USD = ${RATE.format(rate)}\u00a0${Number.isInteger(rate) ? plural(rate, REQUESTS) : REQUESTS[1]}`
