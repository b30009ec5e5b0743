import { areBirthDates, kindOfValues } from '#api/features/imports/columns/value-kinds.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { uniqueLabels } from './csv.ts'
import { checkLimit } from './limits.ts'

export function namesByValues(rows: readonly (readonly string[])[], width: number): string[] {
  checkLimit('columns', width)
  const columns = Array.from({ length: width }, (_, at) =>
    rows.map(cells => (cells[at] ?? '').trim()).filter(value => value !== '')
  )
  const kinds = columns.map(values => kindOfValues(values)?.kind ?? null)
  const dates = kinds.flatMap((kind, at) => (kind === 'date' ? [at] : []))
  const born = dates.filter(at => areBirthDates(columns[at] ?? []))
  return uniqueLabels(
    kinds.map((kind, at) => {
      if (kind === 'date' && born.length === 1 && born[0] === at) return FIELD_LABELS.birth_date
      return kind === null ? '' : FIELD_LABELS[kind]
    })
  )
}
