import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import { maskedValue } from '#shared/identity/identifiers/mask.ts'
import { dateText } from './texts.ts'

/** A normal form as people write it. */
export function displayValue(kind: ReadingKind, value: string): string {
  if (kind === 'birth_date') return dateText(value)
  return maskedValue(kind, value)?.replaceAll(' ', '\u00a0') ?? value
}

/** What a reading says as people write it: of one with several parts each of them. */
export const readingText = ({ kind, value, parts }: Reading): string =>
  parts?.map(readingText).join(', ') ?? displayValue(kind, value)
