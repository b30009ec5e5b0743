import { readPartyHeader } from '#shared/identity/parties/headers.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'

/** In addition to `kindOfHeader`, without case, ё and signs. */
const NAMES: Partial<Record<FieldKind, readonly string[]>> = {
  full_name: [
    'фамилия имя отчество при наличии',
    'фио ип',
    'другое фио',
    'file as',
    'налогоплательщик',
    'застрахованное лицо',
    'ученик',
    'студент',
    'участник',
    'кандидат',
    'плательщик',
    'собственник тс'
  ],
  middle_name: ['additional name'],
  organization_phone: ['company main phone'],
  birth_date: ['число месяц год рождения', 'дата месяц и год рождения', 'дата месяц год рождения'],
  phone: [
    'телефон факс',
    'тел факс',
    'номер мобильного телефона',
    'номер сотового телефона',
    'номер для связи',
    'телефон переносной',
    'телефон раб',
    'телефон дом',
    'телефон в машине',
    'другой телефон',
    'обратный вызов',
    'радиотелефон',
    'business phone',
    'primary phone',
    'car phone',
    'radio phone',
    'callback'
  ],
  passport: ['паспорт серия номер', 'серия номер паспорта', 'серия № паспорта', 'серия и № паспорта'],
  address: [
    'адрес фактического проживания',
    'адрес по прописке',
    'адрес места регистрации',
    'адрес регистрации по месту жительства',
    'место проживания'
  ]
}

const plain = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}№]+/gu, ' ')
    .trim()

const KIND_BY_NAME: ReadonlyMap<string, FieldKind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.map((name): [string, FieldKind] => [plain(name), kind as FieldKind])
  )
)

/** Words that leave the kind. */
const QUALIFIERS = new Set(
  (
    'для связи личный полностью латиницей латиница на латинице латинскими буквами транслит транслитом ' +
    'транслитерация по английски кириллицей рус англ лат latin lat translit eng en rus ru value значение formatted'
  ).split(' ')
)

/** «Инициалы» beside a given name repeat it. */
export const isOfInitials = (label: string): boolean => /^(?:инициалы|initials)$/u.test(plain(label))

/** Ends of nested headers that need their parents. */
const NAMELESS = new Set('name имя id number номер date дата код code index value значение'.split(' '))
const PATH_PARTS = /[./\\>→:_]+/u
const LABEL_CHARS_MAX = 120

/**
 * Kind of a file's column by its header: nested («контакты.тел»), qualified («ФИО латиницей») or abbreviated («Дата
 * рожд-я сотр.»). Null when unknown.
 */
export function kindOfColumn(label: string): FieldKind | null {
  const text = label.slice(0, LABEL_CHARS_MAX)
  const kind = kindOfWords(text)
  if (kind) return kind
  const { role, rest } = readPartyHeader(text)
  return role === null || rest === '' ? null : kindOfWords(rest)
}

const kindOfWords = (text: string): FieldKind | null =>
  kindOfHeader(text) ??
  KIND_BY_NAME.get(plain(text)) ??
  withoutQualifiers(text) ??
  withoutNumber(text) ??
  kindOfPath(text) ??
  abbreviatedBirthDate(text) ??
  beforeAlternative(text)

function withoutQualifiers(label: string): FieldKind | null {
  const words = plain(label).split(' ')
  const bare = words.filter(word => !QUALIFIERS.has(word))
  if (bare.length === 0 || bare.length === words.length) return null
  return kindOfHeader(bare.join(' ')) ?? KIND_BY_NAME.get(bare.join(' ')) ?? null
}

const NUMBER = /(?<=^| )\d{1,2}(?= |$)/gu

/** «Адрес 2 эл. почты», «Organization 1 - Name» */
function withoutNumber(label: string): FieldKind | null {
  const words = plain(label)
  const bare = words.replace(NUMBER, ' ').replace(/ +/g, ' ').trim()
  return bare === words ? null : (kindOfHeader(bare) ?? KIND_BY_NAME.get(bare) ?? null)
}

/** «Серия и номер паспорта или документа»: most rows have the first. */
function beforeAlternative(label: string): FieldKind | null {
  const [first = '', ...others] = label.split(/\s(?:или|or)\s/iu)
  const kind = others.length === 0 ? null : kindOfHeader(first)
  return kind === 'record_number' ? null : kind
}

function kindOfPath(label: string): FieldKind | null {
  const parts = label.split(PATH_PARTS).filter(part => /\p{L}{2}/u.test(part))
  const [last = '', before = ''] = parts.toReversed()
  if (parts.length < 2) return null
  const own = NAMELESS.has(plain(last)) ? null : (kindOfHeader(last) ?? withoutQualifiers(last))
  const kind = kindOfHeader(`${before} ${last}`) ?? kindOfHeader(`${last} ${before}`) ?? own
  if (kind === null || !parts.slice(0, -1).some(isOrganization)) return kind
  return OF_ORGANIZATION[kind] ?? kind
}

const OF_ORGANIZATION: Partial<Record<FieldKind, FieldKind>> = {
  inn: 'organization_inn',
  phone: 'organization_phone',
  email: 'organization_email',
  address: 'organization_address'
}

function isOrganization(part: string): boolean {
  const kind = kindOfHeader(part)
  return kind === 'organization' || kind === 'workplace'
}

/** Not a place of birth or certificate. */
const abbreviatedBirthDate = (label: string): FieldKind | null =>
  /(?:дат|год|день|date|year).{0,12}(?:рожд|birth)/u.test(plain(label)) &&
  !/мест|свид|стран|place/u.test(plain(label))
    ? 'birth_date'
    : null
