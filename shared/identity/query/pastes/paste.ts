import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { IDENTIFIER_KINDS, wordsOf } from '#shared/identity/identifiers/words.ts'
import { SUBJECT_LABELS } from '#shared/identity/query/form-labels.ts'
import { formLabelAtEnd, trimSeparators } from '#shared/identity/query/labels.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import { FORMER_WORD } from '#shared/identity/records/name-remarks.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { memoizeTexts } from '#shared/identity/text/memoize.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'

/** A labelled value of a pasted record: «Фамилия: Примеров». */
export interface Field {
  label: string
  kind: FieldKind | null
  value: string
}

const MAY_BE_LABELLED = /[:=]|[фФ]амилия|ФАМИЛИЯ|[оО]тчество|ОТЧЕСТВО/
/** «Фамилия Примеров Имя Илья»: these labels need no colon where two of them stand. */
const BARE_NAME_LABEL =
  /(?<![\p{L}:])(фамилия|имя|отчество)(?: ?[=–—-] ?| )(?!фамилия|имя|отчество|[:=])(?=\p{L})/giu
/** «Девичья фамилия» is of a name that no record has beside the present one. */
const FORMER = new RegExp(FORMER_WORD, 'iu')
const SUBJECT = new RegExp(`^(?:${SUBJECT_LABELS})$`, 'iu')
const LABEL_WORDS_MAX = 4
/** No label goes on behind a number or a separator. */
const VALUE_END = /\d|[,;|)]$/
/** «взыскатель: ООО «Вектор», ИНН …»: a number that goes with a field that is left out. */
const NUMBER_INSIDE = /(?<!\p{L})(?:инн|огрн(?:ип)?|снилс|паспорт|тел(?:ефон)?)\.? \+?\d[\d ()-]{6,18}\d/giu
const FIELDS_MAX = 32
const NAME_PARTS: readonly (FieldKind | null)[] = ['last_name', 'first_name', 'middle_name']
/** What is said of a field beside its value, so that the value is read as what it is. */
const LABELS: Partial<Record<FieldKind, string>> = {
  ...Object.fromEntries(IDENTIFIER_KINDS.map(kind => [kind, wordsOf(kind).noun])),
  birth_date: '',
  phone: 'тел.',
  email: '',
  plate: '',
  organization_inn: 'ИНН',
  organization_phone: 'тел.',
  organization_email: ''
}
const TEXTS: readonly (FieldKind | null)[] = [
  'organization',
  'workplace',
  'address',
  'organization_address',
  'record_number'
]

export interface Pasted {
  /** Each as the line that a person would type. */
  people: string[]
  /** The labels of filled fields that are in none of these lines, and what stands before the first label. */
  unsearched: string[]
}

/**
 * The people of a pasted labelled text: «Фамилия: Примеров Имя: Илья Дата рождения: 14.03.1981» is «Примеров Илья,
 * 14.03.1981». None in any other text. Names, dates of birth, identifiers and an address are kept, other fields only
 * where nothing else is there.
 */
export const pastedPeople = memoizeTexts(pastedIn)

function pastedIn(line: string): Pasted {
  if (!MAY_BE_LABELLED.test(line)) return NOBODY
  const bare = line.match(BARE_NAME_LABEL)?.length ?? 0
  const { lead, fields } = fieldsOf(bare > 1 ? line.replace(BARE_NAME_LABEL, '$1: ') : line)
  const labelled = fields.filter(({ kind }) => kind !== null)
  if (!labelled.some(({ kind }) => isNameKind(kind)) && labelled.length < 2) return NOBODY
  const records = recordsOf(labelled)
  const lines = records.map((record, at) => lineOf(record, at === 0 ? lead : ''))
  const used = new Set(lines.flatMap(one => one.kept))
  const left = fields
    .filter(field => !used.has(field) && !isPlaceholder(field.value) && /\p{L}/u.test(field.label))
    .flatMap(({ label, value }) => [label, ...(value.match(NUMBER_INSIDE) ?? [])])
  const name = nameOf(records[0] ?? [])
  if (name !== '' && !hasAllWords(name, lead)) left.unshift(lead)
  const unsearched = left.map(words => trimSeparators(words.replaceAll(';', ',')))
  return { people: lines.map(({ text }) => text), unsearched: [...new Set(unsearched)] }
}

/** A heading that only repeats the name leaves nothing out. */
function hasAllWords(name: string, lead: string): boolean {
  const words = new Set(tokenize(name))
  return tokenize(lead).every(word => words.has(word))
}

const NOBODY: Pasted = { people: [], unsearched: [] }

const PASSPORT_PARTS: readonly (FieldKind | null)[] = ['passport_series', 'passport_number']
const isNumberKind = (kind: FieldKind | null): boolean =>
  PASSPORT_PARTS.includes(kind) || (kind !== null && kind in LABELS)
const isNameKind = (kind: FieldKind | null): boolean => kind === 'full_name' || NAME_PARTS.includes(kind)

/** The text before the first label, and the labelled values. */
function fieldsOf(line: string): { lead: string; fields: Field[] } {
  const [first = '', ...rest] = line.split(/ ?[:=] ?/, FIELDS_MAX)
  const fields: Field[] = []
  let { before: lead, label, kind } = labelAtEnd(first)
  for (const [at, text] of rest.entries()) {
    const next = at === rest.length - 1 ? { before: text, label: '', kind: null } : labelBehind(kind, text)
    fields.push({ label, kind, value: next.before.replace(/^[\s,;|]+|[\s,;|]+$/g, '') })
    ;({ label, kind } = next)
  }
  lead = lead.replace(/[\s,;|]+$/, '')
  return { lead, fields }
}

/** `kindOfHeader` of words of a line. */
export const kindOfLabel = memoizeTexts(kindOfHeader)

const NUMBER_LABEL = /[ ,;](?:номер|№)$/iu

/** The label at the end of a text. */
interface Label extends Pick<Field, 'label' | 'kind'> {
  before: string
}

/** Behind the series of a passport «Номер» is the passport's. */
function labelBehind(before: FieldKind | null, text: string): Label {
  return before === 'passport_series' && NUMBER_LABEL.test(text)
    ? { before: text.replace(NUMBER_LABEL, ''), label: '', kind: 'passport_number' }
    : labelAtEnd(text)
}

/** The label at the end of a text: the longest that is known, else from its last capital on. */
const labelAtEnd = memoizeTexts((text): Label => {
  const words = text.split(' ')
  for (let count = Math.min(LABEL_WORDS_MAX, words.length); count > 0; count--) {
    const label = words
      .slice(-count)
      .join(' ')
      .replace(/^[,;|]+/, '')
    const kind = kindOfLabel(label) ?? (SUBJECT.test(label) ? 'full_name' : null)
    const isFormer = isNameKind(kind) && FORMER.test(label)
    if (kind) return { before: words.slice(0, -count).join(' '), label, kind: isFormer ? null : kind }
  }
  const form = formLabelAtEnd(text)
  if (form)
    return {
      before: text.slice(0, -form.label.length).trimEnd(),
      label: form.label,
      kind: form.isOfAddress ? 'address' : null
    }
  const capital = words.findLastIndex(word => /^\p{Lu}/u.test(word))
  const behindValue = words.slice(0, -1).findLastIndex(word => VALUE_END.test(word)) + 1
  const from = Math.max(capital, behindValue, words.length - LABEL_WORDS_MAX, 0)
  return { before: words.slice(0, from).join(' '), label: words.slice(from).join(' '), kind: null }
})

/** A label of a name that comes a second time begins the next record. */
function recordsOf(fields: Field[]): Field[][] {
  const records: Field[][] = [[]]
  for (const field of fields) {
    const record = records.at(-1) ?? []
    if (isNameKind(field.kind) && record.some(({ kind }) => kind === field.kind)) records.push([field])
    else record.push(field)
  }
  return records
}

const fieldValue = (record: readonly Field[], wanted: FieldKind | null): string =>
  record.find(({ kind }) => kind === wanted)?.value ?? ''

const nameOf = (record: readonly Field[]): string =>
  fieldValue(record, 'full_name') ||
  NAME_PARTS.map(part => fieldValue(record, part))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The same, behind a heading where it has no name. */
function lineOf(record: readonly Field[], lead: string): { text: string; kept: Field[] } {
  const name = nameOf(record)
  const passport = PASSPORT_PARTS.map(part => fieldValue(record, part))
    .join(' ')
    .trim()
  const facts = record.flatMap(({ kind, value }) => {
    const label = kind === null ? undefined : LABELS[kind]
    return label === undefined || value === '' ? [] : [`${label} ${value}`.trim()]
  })
  if (passport !== '') facts.push(`паспорт ${passport}`)
  const values = [name || lead, ...facts].filter(Boolean)
  const texts = textsOf(record, name, values)
  const words = texts.map(({ value }) => value)
  return {
    text: (name === '' ? [...words, ...values] : [...values, ...words]).join(', '),
    kept: [...texts, ...record.filter(({ kind }) => isNameKind(kind) || isNumberKind(kind))]
  }
}

/** A record as somebody would type it, and the fields that are in it. */
export const lineOfRecord = (record: readonly Field[]): { text: string; kept: Field[] } => lineOf(record, '')

/** Beside a name an address is asked for, as in a line without labels; beside a number one text tells whose it is. */
function textsOf(record: readonly Field[], name: string, values: readonly string[]): Field[] {
  if (name !== '')
    return record.filter(({ kind, value }) => kind === 'address' && !isPlaceholder(value)).slice(0, 1)
  return record.filter(({ kind }) => TEXTS.includes(kind)).slice(0, values.length > 0 ? 1 : FIELDS_MAX)
}
