/** The words of the identity room: what a line can mean, what a record says, how the two are compared. */

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

/** One way to understand a typed line, or one part of it (`design/search.md` §1). */
export interface Reading {
  kind: ReadingKind
  /** Russian name of the kind, for a chip: «Телефон», «ИНН физлица». */
  label: string
  /** Normal form: 11 digits from 7, lower-case e-mail, ISO date, «Фамилия Имя Отчество»… */
  value: string
  /** The length and the check number hold. */
  valid: boolean
  /** 0–1, how sure we are that the line means this. */
  confidence: number
  /** Why it deserves a second look: «контрольное число не сходится», «раскладка исправлена». */
  note?: string
  /** Only of a `combined` reading: the single readings that hold together (AND). */
  parts?: Reading[]
  /** The words of the line that this reading covers, as typed. */
  terms: string[]
}

/** What a column of a source holds. `other` is kept, shown and found as text. */
export const FIELD_KINDS = [
  'last_name',
  'first_name',
  'middle_name',
  'full_name',
  'birth_date',
  'gender',
  'phone',
  'email',
  'inn',
  'snils',
  'passport',
  'passport_series',
  'passport_number',
  'ogrn',
  'vin',
  'plate',
  'address',
  'workplace',
  'organization',
  'record_number',
  'date',
  'address_link',
  'other'
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** Russian label of a column → what it holds, in the order in which the source shows them. */
export type Columns = Record<string, FieldKind>

/** A record as stored and shown: its own Russian-labelled fields. `record_id` is `<source>:<id>`. */
export interface SourceRecord {
  record_id: string
  source: string
  fields: Record<string, string>
}

/**
 * A name as understood. Parts are lower case with ё kept as written; `initials` says which parts are one letter.
 * `labelled` is true when the source names the roles, so that their order is a fact and not a guess.
 */
export interface PersonName {
  surname?: string
  given?: string
  patronymic?: string
  labelled: boolean
  /** As written, for display. */
  written: string
}

/** A date as precise as it was given. */
export interface PartialDate {
  year: number
  month?: number
  day?: number
}

export type Gender = 'male' | 'female'

/** Everything comparable that a record says of one person, in normal forms. Placeholders are left out. */
export interface Attributes {
  names: PersonName[]
  birthDates: PartialDate[]
  gender?: Gender
  phones: string[]
  emails: string[]
  inns: string[]
  snils: string[]
  passports: string[]
  ogrns: string[]
  vins: string[]
  plates: string[]
  /** Normalised for comparison: lower case, no «г.», «ул.», no index. */
  addresses: string[]
  workplaces: string[]
  /** Every other word, lower case, ё folded: what text search looks in. */
  words: string[]
  /** Those of the words that are ten figures or more and nothing else. */
  numbers: string[]
}

/** From strict to loose (`design/search.md` §2). A looser form never outranks a stricter one. */
export const MATCH_FORMS = ['identifier', 'exact', 'initials', 'part', 'fuzzy', 'phonetic', 'text'] as const
export type MatchForm = (typeof MATCH_FORMS)[number]

/** One look-up: all keys must stand in a record's key array. */
export interface PlanStep {
  /** Which of the plan's readings asks. */
  reading: number
  form: MatchForm
  /** Steps of tier n+1 are asked only when tiers ≤ n gave fewer than `ENOUGH_HITS`. */
  tier: number
  /** Keys as `recordKeys` makes them, AND. Empty only for a lone surname. */
  keys: string[]
  /** A lone surname: found by the ordered surname column instead of the keys. */
  surname?: string
}

/** What an engine is asked. Made by `planSearch`, engine-neutral. */
export interface SearchPlan {
  query: string
  readings: Reading[]
  steps: PlanStep[]
}

/** How well a record answers the query, with the reasons a person can read. */
export interface Match {
  /** 0–1. */
  score: number
  /** «ИНН совпал», «ФИО совпало, год рождения другой». */
  why: string[]
  /** Kind of the reading that found it. */
  reading: ReadingKind
}

export const PERSON_LABELS = ['match', 'probable', 'namesake', 'related'] as const
export type PersonLabel = (typeof PERSON_LABELS)[number]

/** A value of the summary table with its witnesses. */
export interface SummaryRow {
  /** Russian field name: «Телефон». */
  field: string
  value: string
  /** Keys of the independent sources that say so. */
  sources: string[]
  /** ISO date of the newest of them, or null. */
  newest: string | null
  /** Another value of the same field contradicts it. */
  conflict: boolean
}

/** A reason that joins two records of one person. */
export interface PersonLink {
  from: string
  to: string
  rule: string
  text: string
}

/** One person put together from found records (`design/search.md` §4). */
export interface Person {
  id: string
  label: PersonLabel
  score: number
  name: string
  birth_date: string | null
  record_ids: string[]
  why: string[]
  summary: SummaryRow[]
  links: PersonLink[]
  /** Records of others that share an address or a phone: «Связь по адресу: …». */
  related: { record_ids: string[]; text: string }[]
}
