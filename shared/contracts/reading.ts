import * as v from 'valibot'
import { PERSONS_IN_LINE_MAX } from '#shared/constants.ts'
import { READING_ROWS } from '#shared/identity/identifiers/readings.ts'
import type { IdentifierReading } from '#shared/identity/identifiers/table.ts'
import { share } from './values.ts'

const OTHER_READINGS = ['full_name', 'birth_date', 'address', 'text', 'combined'] as const
export type ReadingKind = IdentifierReading | (typeof OTHER_READINGS)[number]
export const READING_KINDS: readonly ReadingKind[] = [
  ...READING_ROWS.map(({ reading }) => reading),
  ...OTHER_READINGS
]

/** The number of a person in a line that names several. */
export const personNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PERSONS_IN_LINE_MAX))

const singleReading = v.strictObject({
  kind: v.picklist(READING_KINDS),
  /** Russian name of the kind, for a chip: «Телефон», «ИНН физлица». */
  label: v.string(),
  /** Normal form: 11 digits from 7, lower-case e-mail, ISO date, «Фамилия Имя Отчество»… */
  value: v.string(),
  /** The length and the check digit hold. */
  valid: v.boolean(),
  /** 0–1, how likely it is that the line means this. */
  confidence: share,
  /** Why it deserves a second look: «контрольное число не сходится», «раскладка исправлена». */
  note: v.optional(v.string()),
  /** The words of the line that this reading covers, as typed. */
  terms: v.array(v.string())
})

/** One way to understand a typed line, or one part of it. */
export const readingShape = v.strictObject({
  ...singleReading.entries,
  /** Which person of the line it is about, from 1; only where the line names several. */
  person: v.optional(personNumber),
  /** Only of a `combined` reading: the single readings that hold together (AND). */
  parts: v.optional(v.array(singleReading)),
  /** Only of a list that one search does not answer: its people or numbers, each as typed with what belongs to it. */
  items: v.optional(v.array(v.string()))
})
export type Reading = v.InferOutput<typeof readingShape>
