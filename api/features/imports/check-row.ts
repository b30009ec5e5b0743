import type { RecordSource } from '#api/book/index-record.ts'
import { quoted } from '#shared/texts/quoted.ts'
import type { MappedColumn } from './columns/mapping.ts'
import { VALUE_MAX_CHARS } from './files/limits.ts'

const ID_MAX_CHARS = 200

const TOTAL = 'строка итога, а не запись'
const TOTAL_BEGINS = /^(?:итого|всего|итог)(?!\p{L})/iu
/** «Подъезд 2» under «№ п/п» groups the rows below. */
const SUBTITLE = 'подзаголовок, а не запись: слова стоят в колонке номера'
const WORDS = /\p{L}{3}/u

const EMPTY = 'пустая запись: нет ни одного значения'

const isSubtitle = (value: string): boolean => WORDS.test(value) && /\s/.test(value)

interface CheckRules {
  source: Pick<RecordSource, 'columns'>
  columns: readonly MappedColumn[]
  id: string | undefined
}

interface RowCheck {
  /** Indices in the source; -1 is not stored. */
  places: readonly number[]
  /** Trims in place; returns a reason to reject, or null. */
  trimAndCheck(values: string[]): string | null
}

export function createRowCheck({ source, columns, id }: CheckRules): RowCheck {
  const ofSource = new Map(source.columns.map((column, at) => [column.label, at]))
  const places = columns.map(column => (column.dropped ? -1 : (ofSource.get(column.label) ?? -1)))
  const idAt = id === undefined ? -1 : columns.findIndex(column => column.label === id)
  const width = source.columns.length
  const isNumber = columns.map(({ kind, label }) => kind === 'record_number' && label !== id)

  return {
    places,

    trimAndCheck(values) {
      let filled = 0
      let last = 0
      for (let at = 0; at < values.length; at += 1) {
        const value = (values[at] ?? '').trim()
        values[at] = value
        if (value === '') continue
        if ((places[at] ?? -1) !== -1) {
          filled += 1
          last = at
        }
        if (value.length > VALUE_MAX_CHARS) {
          return `значение длиннее ${VALUE_MAX_CHARS} символов в колонке ${quoted(columns[at]?.label ?? '')}`
        }
      }
      if (filled === 0) return EMPTY
      if (filled * 2 <= width && TOTAL_BEGINS.test(values.find(value => value !== '') ?? '')) return TOTAL
      if (filled === 1 && width > 1 && isNumber[last] && isSubtitle(values[last] ?? '')) return SUBTITLE
      if (id === undefined) return null
      const ownId = values[idAt] ?? ''
      if (ownId === '') return `нет ключа записи в колонке ${quoted(id)}`
      return ownId.length > ID_MAX_CHARS ? `ключ записи длиннее ${ID_MAX_CHARS} символов` : null
    }
  }
}
