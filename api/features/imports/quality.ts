import type { PreviewColumn } from '#shared/contracts/imports.ts'
import { isIdentifierKind } from '#shared/identity/identifiers/words.ts'
import { hasLostZeros } from '#shared/identity/records/attribute-values.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { READ_AS, valueFault } from '#shared/identity/records/value-fault.ts'
import { VALUE_FAULTS } from '#shared/labels/imports.ts'
import { readableText } from '#shared/texts/direction.ts'
import { hasExponent, isSerialDate, repairCell, withoutExponent } from './columns/repair-cell.ts'

const EXAMPLES = 3
const EXAMPLE_CHARS = 60

export interface ColumnQuality
  extends Pick<
    PreviewColumn,
    'filled' | 'valid' | 'doubtful' | 'distinct' | 'examples' | 'doubtful_examples'
  > {
  /** Values like «нет». */
  empty: number
  lostDigits: number
  serialDates: number
  lostZeros: number
}

const DATES: ReadonlySet<FieldKind> = new Set<FieldKind>(['birth_date', 'date', 'record_date'])

const short = (text: string) =>
  readableText(text.length > EXAMPLE_CHARS ? `${text.slice(0, EXAMPLE_CHARS)}…` : text)

export function createColumnQuality(kind: FieldKind) {
  const quality: ColumnQuality = {
    filled: 0,
    valid: 0,
    doubtful: 0,
    distinct: 0,
    examples: [],
    doubtful_examples: [],
    empty: 0,
    lostDigits: 0,
    serialDates: 0,
    lostZeros: 0
  }
  const own = READ_AS[kind] ?? kind
  const numberKind = isIdentifierKind(own) ? own : null
  const different = new Set<string>()
  const doubtful = new Set<string>()
  return {
    add(cell: string, line: number): void {
      const text = cell.trim()
      if (text === '') return
      quality.filled += 1
      if (!different.has(text) && quality.examples.length < EXAMPLES) quality.examples.push(short(text))
      different.add(text)
      const fault = valueFault(kind, repairCell(kind, text))
      if (fault === null) quality.valid += 1
      else {
        quality.doubtful += 1
        if (fault === 'empty') quality.empty += 1
        if (!doubtful.has(text) && doubtful.size < EXAMPLES) {
          doubtful.add(text)
          quality.doubtful_examples.push({ line, value: short(text), reason: VALUE_FAULTS[fault] })
        }
      }
      if (hasExponent(text) && withoutExponent(text) === null) quality.lostDigits += 1
      if (DATES.has(kind) && isSerialDate(text)) quality.serialDates += 1
      if (numberKind && hasLostZeros(numberKind, text)) quality.lostZeros += 1
    },
    end: (): ColumnQuality => ({ ...quality, distinct: different.size })
  }
}
