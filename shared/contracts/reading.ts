import * as v from 'valibot'
import { PERSONS_IN_LINE_MAX } from '#shared/constants.ts'
import { READING_ROWS } from '#shared/identity/identifiers/reading-kinds.ts'
import type { IdentifierReading } from '#shared/identity/identifiers/table.ts'
import { share } from './values.ts'

const OTHER_READINGS = ['full_name', 'birth_date', 'address', 'text', 'combined'] as const
export type ReadingKind = IdentifierReading | (typeof OTHER_READINGS)[number]
export const READING_KINDS: readonly ReadingKind[] = [
  ...READING_ROWS.map(({ reading }) => reading),
  ...OTHER_READINGS
]

export const personNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PERSONS_IN_LINE_MAX))

const singleReading = v.strictObject({
  kind: v.picklist(READING_KINDS),
  /** «Телефон», «ИНН физлица» */
  label: v.string(),
  /** Normal form: 11 digits from 7, lower-case e-mail, ISO date, «Фамилия Имя Отчество»… */
  value: v.string(),
  /** Length and check digit. */
  valid: v.boolean(),
  /** 0–1, likelihood of this meaning. */
  confidence: share,
  /** «контрольное число не сходится», «раскладка исправлена» */
  note: v.optional(v.string()),
  /** Covered words as typed. */
  terms: v.array(v.string())
})

export const readingShape = v.strictObject({
  ...singleReading.entries,
  /** From 1; only when the line names several people. */
  person: v.optional(personNumber),
  /** Parts of a `combined` reading (AND). */
  parts: v.optional(v.array(singleReading)),
  /** People or numbers of a list that one search does not answer, as typed, repeats among them. */
  items: v.optional(v.array(v.string()))
})
export type Reading = v.InferOutput<typeof readingShape>
