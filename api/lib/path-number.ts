import { Refusal } from './refusal.ts'

/** Fits a 32-bit number. */
const NUMBER = /^\d{1,9}$/

/**
 * The number that names an object in a path.
 *
 * @throws Refusal `NOT_FOUND` for what cannot be one.
 */
export function pathNumber(text: string): number {
  if (!NUMBER.test(text)) throw new Refusal('NOT_FOUND')
  return Number(text)
}
