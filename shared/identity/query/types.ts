export const READING_KINDS = [
  'phone',
  'email',
  'inn_person',
  'inn_org',
  'snils',
  'passport',
  'ogrn',
  'ogrnip',
  'vin',
  'plate',
  'full_name',
  'birth_date',
  'address',
  'text',
  'combined'
] as const
export type ReadingKind = (typeof READING_KINDS)[number]

/** One way to understand a typed line, or one part of it. */
export interface Reading {
  kind: ReadingKind
  /** Russian name of the kind, for a chip: «Телефон», «ИНН физлица». */
  label: string
  /** Normal form: 11 digits from 7, lower-case e-mail, ISO date, «Фамилия Имя Отчество»… */
  value: string
  /** The length and the check digit hold. */
  valid: boolean
  /** 0–1, how likely it is that the line means this. */
  confidence: number
  /** Why it deserves a second look: «контрольное число не сходится», «раскладка исправлена». */
  note?: string
  /** Only of a `combined` reading: the single readings that hold together (AND). */
  parts?: Reading[]
  /** The words of the line that this reading covers, as typed. */
  terms: string[]
}
