import type { PreviewWarning } from '#shared/contracts/imports.ts'
import { ownValue } from '#shared/own-value.ts'
import { isContinuation, type Property, partsOf, propertiesOf, textOf } from './card-properties.ts'
import type { FileRow, TableReader } from './csv.ts'
import type { FileLine } from './lines.ts'
import type { RecordParser } from './ndjson.ts'

const BEGIN = /^BEGIN:VCARD\s*$/i
const END = /^END:VCARD\s*$/i
/** Pictures, sounds and keys, most of a file. */
const BLOB =
  /^(?:[\w-]+\.)?(?:(?:PHOTO|LOGO|SOUND|KEY)[;:]|X-[\w-]+(?=;(?:[^:]*;)?(?:ENCODING=)?(?:B|BASE64)[;:]|:data:))/i
const CARD_MAX_CHARS = 1024 * 1024

const OUTSIDE = 'строка вне визитки: перед ней нет BEGIN:VCARD'
const TOO_LONG = `визитка длиннее ${CARD_MAX_CHARS / 1024 / 1024} МБ`

export const areCards = (text: string): boolean => /^\uFEFF?\s*BEGIN:VCARD\s*(?:\n|$)/i.test(text)

const blobRemark = (count: number): PreviewWarning => ({
  code: 'binary_values',
  text: `Изображений, звуков и ключей: ${count.toLocaleString('ru-RU')}. Они не загружаются, остальное в визитках загружается.`
})

/** One row a card (2.1, 3.0, 4.0); `parseCard` reads it. */
export function createCardReader(): TableReader {
  let first: FileLine | null = null
  let lines: string[] = []
  let chars = 0
  let isBlob = false
  let blobs = 0
  let reason: string | undefined

  function take(rows: FileRow[]): void {
    if (!first) return
    const raw = lines.join('\n')
    const line = first.number
    if (chars > CARD_MAX_CHARS) rows.push({ line, raw, reason: TOO_LONG })
    else rows.push(reason === undefined ? { line, raw, values: [raw] } : { line, raw, reason })
    first = null
  }

  function readLine(line: FileLine, rows: FileRow[]): void {
    const { number, text } = line
    if (BEGIN.test(text.replace(/^\uFEFF/, ''))) {
      // The next card ends an unfinished one.
      take(rows)
      first = line
      ;[lines, chars, isBlob, reason] = [[], 0, false, undefined]
    } else if (!first) {
      if (text.trim() !== '') rows.push({ line: number, raw: text, reason: line.reason ?? OUTSIDE })
    } else if (END.test(text)) take(rows)
    else {
      const beginsBlob = BLOB.test(text)
      if (beginsBlob) blobs += 1
      isBlob = beginsBlob || (isBlob && isContinuation(text))
      reason ??= isBlob ? undefined : line.reason
      if (isBlob || chars > CARD_MAX_CHARS) return
      lines.push(text)
      chars += text.length
    }
  }

  return {
    labels: [],
    remarks: () => (blobs === 0 ? [] : [blobRemark(blobs)]),
    push(block) {
      const rows: FileRow[] = []
      for (const line of block) readLine(line, rows)
      return rows
    },
    end() {
      const rows: FileRow[] = []
      take(rows)
      return rows
    }
  }
}

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?$/
/** Apple writes 1604 for an unknown year. */
const YEARLESS = /^(?:--|1604-?)(\d{2})-?(\d{2})(?:T.*)?$/

const dateOf = (text: string): string =>
  YEARLESS.test(text) ? text.replace(YEARLESS, '$2.$1') : text.replace(DATE, '$3.$2.$1')

const phoneOf = (text: string): string => text.replace(/^tel:/i, '').replace(/;ext=/i, ' доб. ')

const GENDERS: Readonly<Record<string, string>> = { M: 'мужской', F: 'женский' }

const TEXTS: Readonly<Record<string, string>> = {
  FN: 'ФИО',
  NICKNAME: 'Псевдоним',
  EMAIL: 'E-mail',
  TITLE: 'Должность',
  ROLE: 'Должность',
  NOTE: 'Примечание',
  URL: 'Сайт',
  CATEGORIES: 'Группы',
  IMPP: 'Мессенджер',
  RELATED: 'Связи',
  'X-ABRELATEDNAMES': 'Связи',
  'X-MAIDENNAME': 'Девичья фамилия'
}
const DATES: Readonly<Record<string, string>> = {
  BDAY: 'Дата рождения',
  ANNIVERSARY: 'Годовщина',
  'X-ANNIVERSARY': 'Годовщина',
  DEATHDATE: 'Дата смерти',
  'X-ABDATE': 'Другая дата'
}
const LABEL = 'X-ABLABEL'
/** Properties of the file, which would distinguish equal cards. */
const OF_FILE = new Set(['VERSION', 'PRODID', 'REV', 'CLIENTPIDMAP', 'X-ABADR', LABEL])

const USUAL_TYPES = new Set(
  (
    'HOME WORK CELL MOBILE IPHONE MAIN VOICE FAX HOMEFAX WORKFAX PREF MSG PAGER BBS MODEM CAR ISDN VIDEO PCS TEXT TEXTPHONE ' +
    'INTERNET X400 TLX AOL DOM INTL POSTAL PARCEL PERSONAL BUSINESS OTHER HOMEPAGE ANNIVERSARY 7BIT 8BIT ' +
    'ДОМ ДОМАШНИЙ РАБОТА РАБОЧИЙ МОБИЛЬНЫЙ СОТОВЫЙ ОСНОВНОЙ ДРУГОЙ ФАКС'
  ).split(' ')
)
const LABEL_MAX_CHARS = 60

/** «_$!<Mother>!$_» */
const plainLabel = (text: string): string => text.replace(/^_\$!<(.*)>!\$_$/s, '$1').slice(0, LABEL_MAX_CHARS)
const inCapital = (type: string): string =>
  type
    .replace(/^X-/, '')
    .toLowerCase()
    .replace(/^./u, sign => sign.toUpperCase())

/** «Mother» beside a phone. */
function ownTypesOf({ types }: Property, label: string): string {
  const names = [...[...types].map(type => (USUAL_TYPES.has(type) ? '' : inCapital(type))), label]
  return [...new Set(names)].filter(name => name !== '' && !USUAL_TYPES.has(name.toUpperCase())).join(', ')
}

function phoneLabel(types: ReadonlySet<string>): string {
  if (types.has('FAX')) return 'Факс'
  if (types.has('CELL')) return 'Телефон'
  if (types.has('WORK')) return 'Рабочий телефон'
  return types.has('HOME') ? 'Домашний телефон' : 'Телефон'
}

type Add = (label: string, value: string) => void

const addName = (
  [surname = '', given = '', patronymic = '', ...titles]: readonly string[],
  add: Add
): void => {
  for (const title of titles) add('Обращение', title)
  // Phones write a whole name into one part.
  if (surname === '' || given === '') return
  add('Фамилия', surname)
  add('Имя', given)
  add('Отчество', patronymic)
}

function addAddress(parts: readonly string[], types: ReadonlySet<string>, add: Add): void {
  const [box, flat, street, town, region, code, country] = parts
  const address = [code, country, region, town, street, flat, box].filter(Boolean).join(', ')
  add(types.has('WORK') ? 'Адрес организации' : 'Адрес', address)
}

function addGender([code = '', remark = '']: readonly string[], add: Add): void {
  const gender = ownValue(GENDERS, code.toUpperCase())
  add('Пол', gender ?? (remark || code))
  if (gender && !gender.startsWith(remark.toLowerCase())) add('Примечание', remark)
}

function addProperty(property: Property, isOld: boolean, add: Add): void {
  const { name, types } = property
  if (name === 'N') addName(partsOf(property, isOld), add)
  else if (name === 'ADR') addAddress(partsOf(property, isOld), types, add)
  else if (name === 'ORG') {
    const [organization = '', ...departments] = partsOf(property, isOld)
    add('Место работы', organization)
    add('Отдел', departments.filter(Boolean).join(', '))
  } else if (name === 'TEL') add(phoneLabel(types), phoneOf(textOf(property)))
  else if (name === 'GENDER') addGender(partsOf(property, isOld), add)
  else {
    const date = ownValue(DATES, name)
    if (date !== undefined) add(date, dateOf(textOf(property)))
    else add(ownValue(TEXTS, name) ?? name.replace(/^X-/, ''), textOf(property))
  }
}

/** Fields by column; own labels follow: «Телефон (Mother)». */
export const parseCard: RecordParser = text => {
  const fields = new Map<string, Set<string>>()
  const add: Add = (label, value) => {
    if (value !== '') fields.getOrInsertComputed(label, () => new Set()).add(value)
  }
  const { properties, isOld } = propertiesOf(text)
  const ofGroup = new Map(
    properties.flatMap(property =>
      property.name === LABEL && property.group !== '' ? [[property.group, plainLabel(textOf(property))]] : []
    )
  )
  let written = ''
  for (const property of properties) {
    const { name, group } = property
    if (OF_FILE.has(name)) continue
    if (name === 'N') written = partsOf(property, isOld).slice(0, 3).filter(Boolean).join(' ')
    const own = ownTypesOf(property, ofGroup.get(group) ?? '')
    addProperty(property, isOld, (label, value) => add(own === '' ? label : `${label} (${own})`, value))
  }
  if (!fields.has('ФИО')) add('ФИО', written)
  return { fields: Object.fromEntries([...fields].map(([label, values]) => [label, [...values]])) }
}
