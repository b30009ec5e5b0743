import type { Reader } from '#api/lib/config-values.ts'

export const MICRO_DIGITS = 6
const AMOUNT = /^(\d{1,9})(?:\.(\d{1,6}))?$/

/** Millionths of a USDT, more than none. */
export const testAmount: Reader<number> = text => {
  const [, whole = '', fraction = ''] = AMOUNT.exec(text) ?? []
  const micro = Number(whole + fraction.padEnd(MICRO_DIGITS, '0'))
  if (whole === '' || micro === 0) throw new Error('нужна сумма больше нуля, например 50 или 9.99')
  return micro
}
