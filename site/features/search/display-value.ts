import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import { dateText } from './texts.ts'

const MASKS: Partial<Record<ReadingKind, [RegExp, string]>> = {
  phone: [/^7(\d{3})(\d{3})(\d\d)(\d\d)$/, '+7\u00a0$1\u00a0$2-$3-$4'],
  snils: [/^(\d{3})(\d{3})(\d{3})(\d\d)$/, '$1-$2-$3\u00a0$4'],
  passport: [/^(\d\d)(\d\d)(\d{6})$/, '$1\u00a0$2\u00a0$3']
}

/** A normal form as people write it. */
export function displayValue(kind: ReadingKind, value: string): string {
  if (kind === 'birth_date') return dateText(value)
  const mask = MASKS[kind]
  return mask ? value.replace(...mask) : value
}

/** What a reading says as people write it: of one with several parts each of them. */
export const readingText = ({ kind, value, parts }: Reading): string =>
  parts?.map(readingText).join(', ') ?? displayValue(kind, value)
