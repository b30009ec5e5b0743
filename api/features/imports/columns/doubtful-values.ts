import type { FileRow } from '#api/features/imports/files/csv.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { isUnlikeKind } from '#shared/identity/records/unlike-kind.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import type { MappedColumn } from './mapping.ts'

const LINES_NAMED = 5
const number = new Intl.NumberFormat('ru-RU')
const rules = new Intl.PluralRules('ru')

/** Values of one kind of column that are not of it: stored as they are, and found as text. */
export interface DoubtfulValues {
  kind: FieldKind
  count: number
  /** Of the first few, in the file. */
  lines: number[]
}

/** The kinds of the kept columns of which a row has a value that is not of it. */
export function doubtfulKinds(columns: readonly MappedColumn[], values: readonly string[]): FieldKind[] {
  const kinds: FieldKind[] = []
  for (const [at, { kind, dropped }] of columns.entries())
    if (!dropped && isUnlikeKind(kind, values[at] ?? '')) kinds.push(kind)
  return kinds
}

/** Counts them over a file. */
export function createDoubtfulValues() {
  const byKind = new Map<FieldKind, DoubtfulValues>()
  return {
    /** @param at The place of the row among `rows`. */
    add(rows: readonly FileRow[], doubtful: readonly (readonly [at: number, kind: FieldKind])[]): void {
      for (const [at, kind] of doubtful) {
        const values = byKind.getOrInsertComputed(kind, () => ({ kind, count: 0, lines: [] }))
        values.count += 1
        const line = rows[at]?.line
        if (line !== undefined && values.lines.length < LINES_NAMED) values.lines.push(line)
      }
    },
    all: (): DoubtfulValues[] => [...byKind.values()]
  }
}

const WORDS = { one: 'значение не похоже', few: 'значения не похожи', many: 'значений не похожи' } as const

/** One line for the operator. */
export function describeDoubtful({ kind, count, lines }: DoubtfulValues): string {
  const form = rules.select(count)
  const words = WORDS[form === 'one' || form === 'few' ? form : 'many']
  const more = count > lines.length ? ' и далее' : ''
  return (
    `${FIELD_LABELS[kind]}: ${number.format(count)} ${words} на этот вид данных ` +
    `(${lines.length === 1 ? 'строка' : 'строки'} ${lines.join(', ')}${more}); сохранены как есть и находятся как текст`
  )
}
