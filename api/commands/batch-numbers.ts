import type { Reader } from '#api/lib/config-values.ts'

/** One or several numbers, separated by commas. */
const numbersOf =
  (what: string): Reader<number[]> =>
  text => {
    const parts = text.split(',').map(part => part.trim())
    if (!parts.every(part => /^[1-9]\d{0,8}$/.test(part)))
      throw new Error(`нужны номера ${what} через запятую, например 12 или 12,15`)
    return [...new Set(parts.map(Number))]
  }

export const batchNumbers = numbersOf('партий')
export const suppressionNumbers = numbersOf('исключений')
