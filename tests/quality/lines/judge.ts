import type { Reading } from '#shared/contracts/reading.ts'
import type { CorpusLine, Part } from './corpus-line.ts'

/** The words of a text, whatever case, signs and dots they are written with. */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}@.+-]|(?<!\d)[.-]|[.-](?!\w)/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')

const KIND_BY_READING: Partial<Record<string, string>> = { ogrnip: 'ogrn', text: 'text' }

/** Whether a part of a reading is the part that the line was made of. */
function isSame({ kind, value }: Reading, part: Part): boolean {
  const isText = kind === 'text' || kind === 'address'
  const words = wordsOf(part.value)
  if (part.kind === 'organisation') return kind === 'text' && wordsOf(value) === words
  if (part.kind === 'place') return isText && wordsOf(value).replace(/^г /, '') === words
  if (part.kind === 'address') return kind === 'address' && wordsOf(value) === words
  return (KIND_BY_READING[kind] ?? kind) === part.kind && wordsOf(value) === words
}

/** True when the first reading has each part of the line and beside them loose words only. */
export function isRight({ parts, loose = '' }: CorpusLine, readings: readonly Reading[]): boolean {
  const [first] = readings
  if (!first) return false
  const looseWords = new Set(wordsOf(loose).split(' '))
  const people = readings.filter(({ person }) => person !== undefined)
  const values = people.length > 0 ? people.flatMap(partsOf) : partsOf(first)
  const missing = [...parts]
  for (const value of values) {
    const at = missing.findIndex(part => isSame(value as Reading, part))
    if (at >= 0) missing.splice(at, 1)
    else if (
      value.kind !== 'text' ||
      !wordsOf(value.value)
        .split(' ')
        .every(word => looseWords.has(word))
    )
      return false
  }
  return missing.length === 0
}

const partsOf = (reading: Reading) => (reading.kind === 'combined' ? (reading.parts ?? []) : [reading])

export const describeReading = ([first]: readonly Reading[]): string =>
  first
    ? partsOf(first)
        .map(({ kind, value }) => `${kind} ${value}`)
        .join(' + ')
    : 'nothing'
