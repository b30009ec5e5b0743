import type { Reader } from '#api/lib/config-values.ts'

/** One or several numbers, separated by commas. */
export const batchNumbers: Reader<number[]> = text => {
  const parts = text.split(',').map(part => part.trim())
  if (!parts.every(part => /^[1-9]\d{0,8}$/.test(part)))
    throw new Error('нужны номера партий через запятую, например 12 или 12,15')
  return [...new Set(parts.map(Number))]
}
