import { PERSONS_IN_LINE_MAX } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { isNameWord } from '#shared/identity/names/name-word.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { makeReading } from './reading.ts'

const LISTED_WORDS_MIN = 3 * PERSONS_IN_LINE_MAX + 1
const NAME_SHARE = 0.9
const LIKELY = 0.55

/** Names without signs between them. */
export function isListOfNames(line: string): boolean {
  if (line.length < 2 * LISTED_WORDS_MIN) return false
  const words = line.toLowerCase().split(' ')
  if (words.length < LISTED_WORDS_MIN) return false
  return words.filter(isNameWord).length >= words.length * NAME_SHARE
}

/** @param items People or numbers of the too long list, where signs separate them. */
export const listReading = (line: string, items: readonly string[] = []): Reading => ({
  ...makeReading('text', line, line, { confidence: LIKELY, note: READING_NOTES.list }),
  ...(items.length > 0 && { items: [...items] })
})

const BETWEEN = /\s*[;,/|+&]\s*|\s+(?:и|или)\s+/u

/** Names separated by signs; empty without signs. */
export function namesOfLongList(line: string): string[] {
  const names = line.split(BETWEEN).filter(Boolean)
  return names.length > PERSONS_IN_LINE_MAX ? names : []
}

export const isList = ([best]: readonly Reading[]): boolean => best?.note === READING_NOTES.list
