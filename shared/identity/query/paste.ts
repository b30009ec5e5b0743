import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { formLabelAtEnd } from './labels.ts'

/** A labelled value of a pasted record: «Фамилия: Примеров». */
interface Field {
  kind: FieldKind | null
  value: string
}

const MAY_BE_LABELLED = /[:=]|[фФ]амилия|ФАМИЛИЯ|[оО]тчество|ОТЧЕСТВО/
/** «Фамилия Примеров Имя Илья»: these labels need no colon where two of them stand. */
const BARE_NAME_LABEL =
  /(?<![\p{L}:])(фамилия|имя|отчество)(?: ?[=–—-] ?| )(?!фамилия|имя|отчество|[:=])(?=\p{L})/giu
const LABEL_WORDS_MAX = 4
/** No label goes on behind a number or a separator. */
const VALUE_END = /\d|[,;|)]$/
const FIELDS_MAX = 32
const NAME_PARTS: readonly (FieldKind | null)[] = ['last_name', 'first_name', 'middle_name']
/** What is said of a field beside its value, so that the value is read as what it is. */
const LABELS: Partial<Record<FieldKind, string>> = {
  birth_date: '',
  phone: 'тел.',
  email: '',
  inn: 'ИНН',
  organization_inn: 'ИНН',
  organization_phone: 'тел.',
  organization_email: '',
  snils: 'СНИЛС',
  passport: 'паспорт',
  ogrn: 'ОГРН',
  vin: 'VIN',
  plate: ''
}
const TEXTS: readonly (FieldKind | null)[] = [
  'organization',
  'workplace',
  'address',
  'organization_address',
  'record_number'
]

/**
 * The people of a pasted labelled text, each as the line that a person would type: «Фамилия: Примеров Имя: Илья Дата
 * рождения: 14.03.1981» is «Примеров Илья, 14.03.1981». Empty for any other text. Names, dates of birth and identifiers
 * are kept, other fields only where nothing else is there.
 */
export function pastedPeople(line: string): string[] {
  if (!MAY_BE_LABELLED.test(line)) return []
  const bare = line.match(BARE_NAME_LABEL)?.length ?? 0
  const { lead, fields } = fieldsOf(bare > 1 ? line.replace(BARE_NAME_LABEL, '$1: ') : line)
  const labelled = fields.filter(({ kind }) => kind !== null)
  if (!labelled.some(({ kind }) => isNameKind(kind)) && labelled.length < 2) return []
  return recordsOf(labelled).map((record, at) => lineOf(record, at === 0 ? lead : ''))
}

const isNameKind = (kind: FieldKind | null): boolean => kind === 'full_name' || NAME_PARTS.includes(kind)

/** The text before the first label, and the labelled values. */
function fieldsOf(line: string): { lead: string; fields: Field[] } {
  const [first = '', ...rest] = line.split(/ ?[:=] ?/, FIELDS_MAX)
  const fields: Field[] = []
  let { before: lead, kind } = labelAtEnd(first)
  for (const [at, text] of rest.entries()) {
    const next = at === rest.length - 1 ? { before: text, kind: null } : labelBehind(kind, text)
    fields.push({ kind, value: next.before.replace(/^[\s,;|]+|[\s,;|]+$/g, '') })
    kind = next.kind
  }
  lead = lead.replace(/[\s,;|]+$/, '')
  return { lead, fields }
}

const NUMBER_LABEL = /[ ,;](?:номер|№)$/iu

/** Behind the series of a passport «Номер» is the passport's. */
function labelBehind(before: FieldKind | null, text: string): { before: string; kind: FieldKind | null } {
  return before === 'passport_series' && NUMBER_LABEL.test(text)
    ? { before: text.replace(NUMBER_LABEL, ''), kind: 'passport_number' }
    : labelAtEnd(text)
}

/** The label at the end of a text: the longest that is known, else from its last capital on. */
function labelAtEnd(text: string): { before: string; kind: FieldKind | null } {
  const words = text.split(' ')
  for (let count = Math.min(LABEL_WORDS_MAX, words.length); count > 0; count--) {
    const kind = kindOfHeader(
      words
        .slice(-count)
        .join(' ')
        .replace(/^[,;|]+/, '')
    )
    if (kind) return { before: words.slice(0, -count).join(' '), kind }
  }
  const form = formLabelAtEnd(text)
  if (form)
    return { before: text.slice(0, -form.label.length).trimEnd(), kind: form.isOfAddress ? 'address' : null }
  const capital = words.findLastIndex(word => /^\p{Lu}/u.test(word))
  const behindValue = words.slice(0, -1).findLastIndex(word => VALUE_END.test(word)) + 1
  const from = Math.max(capital, behindValue, words.length - LABEL_WORDS_MAX, 0)
  return { before: words.slice(0, from).join(' '), kind: null }
}

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

function lineOf(record: Field[], lead: string): string {
  const textOf = (wanted: FieldKind | null) => record.find(({ kind }) => kind === wanted)?.value ?? ''
  const name = textOf('full_name') || NAME_PARTS.map(textOf).join(' ').replace(/\s+/g, ' ').trim()
  const passport = `${textOf('passport_series')} ${textOf('passport_number')}`.trim()
  const facts = record.flatMap(({ kind, value }) => {
    const label = kind === null ? undefined : LABELS[kind]
    return label === undefined || value === '' ? [] : [`${label} ${value}`.trim()]
  })
  if (passport !== '') facts.push(`паспорт ${passport}`)
  const values = [name || lead, ...facts].filter(Boolean)
  const texts = record.filter(({ kind }) => TEXTS.includes(kind)).map(({ value }) => value)
  return (name || lead || facts.length > 0 ? [...(name ? [] : texts.slice(0, 1)), ...values] : texts).join(
    ', '
  )
}
