import type { FieldKind } from '#shared/identity/records/types.ts'
import {
  IDENTIFYING_KINDS,
  READ_AS,
  type ValueFault,
  valueFault
} from '#shared/identity/records/value-fault.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { quoted } from '#shared/texts/quoted.ts'
import type { MappedColumn } from './mapping.ts'

const LINES_NAMED = 5
const number = new Intl.NumberFormat('ru-RU')
const rules = new Intl.PluralRules('ru')

/** `empty` values are never searched. */
type Fault = Exclude<ValueFault, 'empty'>

export type DoubtfulCell = readonly [column: number, fault: Fault]

export interface DoubtfulValues {
  label: string
  kind: FieldKind
  fault: Fault
  count: number
  lines: number[]
}

/** Checks only records with doubts, or columns that share a kind, where one value may hide another. */
export function createDoubtfulCells(columns: readonly MappedColumn[]) {
  const readAs = (kind: FieldKind) => READ_AS[kind] ?? kind
  const identifying = columns.flatMap(({ kind, dropped }, at) =>
    !dropped && IDENTIFYING_KINDS.has(kind) ? [{ at, kind }] : []
  )
  // Reading a name is slower than checking a number.
  const sharingKind = identifying.filter(
    one =>
      one.kind !== 'full_name' &&
      identifying.some(other => other !== one && readAs(other.kind) === readAs(one.kind))
  )
  return (values: readonly string[], isDoubtful: boolean): DoubtfulCell[] => {
    const cells: DoubtfulCell[] = []
    for (const { at, kind } of isDoubtful ? identifying : sharingKind) {
      const value = values[at] ?? ''
      const fault = value === '' ? null : valueFault(kind, value)
      if (fault !== null && fault !== 'empty') cells.push([at, fault])
    }
    return cells
  }
}

export function createDoubtfulValues() {
  const doubts = new Map<string, { column: number; fault: Fault; count: number; lines: number[] }>()
  return {
    add(line: number | undefined, cells: readonly DoubtfulCell[]): void {
      for (const [column, fault] of cells) {
        const values = doubts.getOrInsertComputed(`${column} ${fault}`, () => ({
          column,
          fault,
          count: 0,
          lines: []
        }))
        values.count += 1
        if (line !== undefined && values.lines.length < LINES_NAMED) values.lines.push(line)
      }
    },
    all: (columns: readonly MappedColumn[]): DoubtfulValues[] =>
      [...doubts.values()]
        .toSorted((a, b) => a.column - b.column)
        .flatMap(({ column, ...values }) => {
          const { label, kind } = columns[column] ?? {}
          return label === undefined || kind === undefined ? [] : [{ label, kind, ...values }]
        })
  }
}

/** Text by plural form, and what became of them. */
const FAULTS: Record<
  Fault,
  { one: string; few: string; many: string; kept: { one: string; several: string } }
> = {
  unlike: {
    one: 'значение не похоже на этот вид данных',
    few: 'значения не похожи на этот вид данных',
    many: 'значений не похожи на этот вид данных',
    kept: {
      one: 'сохранено как есть и находится как текст',
      several: 'сохранены как есть и находятся как текст'
    }
  },
  check_digit: {
    one: 'значение с неверным контрольным числом',
    few: 'значения с неверным контрольным числом',
    many: 'значений с неверным контрольным числом',
    kept: {
      one: 'сохранено и находится как есть, людей не соединяет',
      several: 'сохранены и находятся как есть, людей не соединяют'
    }
  }
}

export function describeDoubtful({ label, kind, fault, count, lines }: DoubtfulValues): string {
  const form = rules.select(count)
  const { kept, ...what } = FAULTS[fault]
  const title = FIELD_LABELS[kind]
  const column = label === title ? quoted(label) : `${quoted(label)} (${title})`
  const more = count > lines.length ? ' и далее' : ''
  const where = `${lines.length === 1 ? 'строка' : 'строки'} ${lines.join(', ')}${more}`
  const values = what[form === 'one' || form === 'few' ? form : 'many']
  const became = kept[form === 'one' ? 'one' : 'several']
  return `Колонка ${column}: ${number.format(count)} ${values} (${where}); ${became}`
}
