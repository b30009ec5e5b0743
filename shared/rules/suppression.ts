import * as v from 'valibot'
import { SUPPRESSION_KINDS } from '#shared/labels/suppression-kinds.ts'
import { SUPPRESSION_REASONS, type SuppressionReason } from '#shared/labels/suppressions.ts'
import { isDay } from './day.ts'
import { FORM_REFUSALS } from './form-refusals.ts'
import { line } from './line.ts'

const VALUE_MAX_CHARS = 200
const REQUEST_MAX_CHARS = 40
const LIFT_REASON_MAX_CHARS = 300
const VALUES_MAX = 50
/** Fits a body; longer lists come in pieces. */
export const IMPORT_ROWS_MAX = 500
const ENTRIES_MAX = 100
export const ERASE_WORD = 'УДАЛИТЬ'

const WRONG = FORM_REFUSALS.BAD_INPUT
const NO_VALUE = 'Введите значение'
const NO_DAY = 'Дата вида ГГГГ-ММ-ДД'

const valueEntries = {
  /** Derived from the value when omitted. */
  kind: v.optional(v.picklist(['', ...SUPPRESSION_KINDS], WRONG), ''),
  value: v.nullish(line('Значение', VALUE_MAX_CHARS, NO_VALUE), '')
}
export const suppressedValue = v.object(valueEntries, WRONG)
export type TypedValue = v.InferOutput<typeof suppressedValue>

const reason = v.picklist(Object.keys(SUPPRESSION_REASONS) as SuppressionReason[], 'Выберите причину')
const request = v.optional(v.nullable(line('Номер обращения', REQUEST_MAX_CHARS)), null)

const why = {
  reason,
  request: v.pipe(
    request,
    v.transform(text => text || null)
  ),
  /** Last day in Moscow; forever when omitted. */
  until: v.pipe(
    v.optional(
      v.nullable(
        v.pipe(
          v.string(NO_DAY),
          v.check(day => day === '' || isDay(day), NO_DAY)
        )
      ),
      null
    ),
    v.transform(day => day || null)
  ),
  is_provisional: v.optional(v.boolean(WRONG), false)
}

export const newSuppression = v.object(
  {
    values: v.pipe(v.array(suppressedValue, WRONG), v.minLength(1, NO_VALUE), v.maxLength(VALUES_MAX, WRONG)),
    ...why
  },
  WRONG
)
export type NewSuppression = v.InferOutput<typeof newSuppression>

/** Rows `kind;hash` or `kind;token;key` (`docs/guides/data-protection.md` §2). */
export const hashList = v.object(
  {
    rows: v.pipe(
      v.array(v.pipe(v.string(WRONG), v.maxLength(VALUE_MAX_CHARS, WRONG)), WRONG),
      v.minLength(1, 'В списке нет строк'),
      v.maxLength(IMPORT_ROWS_MAX, `За один раз не больше ${IMPORT_ROWS_MAX} строк`)
    ),
    ...why
  },
  WRONG
)
export type HashList = v.InferOutput<typeof hashList>

export const liftedSuppression = v.object(
  { reason: v.nullish(line('Причина', LIFT_REASON_MAX_CHARS, 'Причина обязательна'), '') },
  WRONG
)

export const erasure = v.object(
  {
    ids: v.pipe(
      v.array(
        v.pipe(v.number(WRONG), v.integer(WRONG), v.minValue(1, WRONG), v.maxValue(2 ** 31 - 1, WRONG)),
        WRONG
      ),
      v.minLength(1, WRONG),
      v.maxLength(ENTRIES_MAX, WRONG)
    ),
    confirm: v.nullish(
      v.pipe(
        v.string(WRONG),
        v.check(word => word.trim() === ERASE_WORD, `Введите слово ${ERASE_WORD}`)
      ),
      ''
    )
  },
  WRONG
)
export type Erasure = v.InferOutput<typeof erasure>
