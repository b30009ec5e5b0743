export { scoreText } from '#shared/texts/counts.ts'

import { TOTAL_EXACT_MAX } from '#shared/constants.ts'
import type { Reason } from '#shared/contracts/match.ts'
import type { PersonCard, PersonKind, PersonLabel } from '#shared/contracts/person.ts'
import type { Completeness } from '#shared/contracts/search.ts'
import type { SummaryRow } from '#shared/contracts/summary.ts'
import { type RowLabel, rowLabel } from '#shared/identity/people/headline.ts'
import { counted, type Forms, formatCount } from '#site/lib/numbers.ts'

/** What the page counts. `inSource` follows «в», `fromRecord` «из». */
const NOUNS = {
  record: ['запись', 'записи', 'записей'],
  inRecord: ['записи', 'записях', 'записях'],
  fromRecord: ['записи', 'записей', 'записей'],
  duplicate: ['дубль', 'дубля', 'дублей'],
  same: ['одинаковая запись', 'одинаковые записи', 'одинаковых записей'],
  source: ['источник', 'источника', 'источников'],
  inSource: ['источнике', 'источниках', 'источниках'],
  person: ['человек', 'человека', 'человек'],
  organisation: ['организация', 'организации', 'организаций'],
  card: ['карточка', 'карточки', 'карточек'],
  number: ['номер', 'номера', 'номеров'],
  value: ['значение', 'значения', 'значений']
} as const satisfies Record<string, Forms>

/** «1 запись», «3 записи», «1 284 записи». */
export const count = (number: number, noun: keyof typeof NOUNS) => counted(number, NOUNS[noun])

/** «14.03.1981» of an ISO date, as precise as it is; any other text as it stands. */
export function dateText(text: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:T.*)?$/.exec(text) ?? []
  return year ? [day, month, year].filter(Boolean).join('.') : text
}

/** What is said of a date to which each other one of the summary stands so; null where one does not. */
export function exchangedText(
  { field, value }: SummaryRow,
  summary: readonly SummaryRow[]
): 'день и месяц переставлены' | null {
  const others = summary.filter(row => row.field === field && row.value !== value)
  const areExchanged = others.every(row => row.value.replace(/^(\d\d)\.(\d\d)\./, '$2.$1.') === value)
  return areExchanged && others.length > 0 ? 'день и месяц переставлены' : null
}

/** What a row says, and in a headline: the verb where it is the only row of its kind, their word beside a number and behind 5. */
export const ROW_WORDS: Record<RowLabel, { text: string; verb: string; forms: Forms; many: string }> = {
  match: {
    text: 'совпадает',
    verb: 'найдено',
    forms: ['совпадает', 'совпадают', 'совпадают'],
    many: 'совпавших'
  },
  probable: {
    text: 'вероятно',
    verb: 'найдено',
    forms: ['вероятный', 'вероятных', 'вероятных'],
    many: 'вероятных'
  },
  namesake: {
    text: 'возможный однофамилец',
    verb: 'найден',
    forms: ['возможный однофамилец', 'возможных однофамильца', 'возможных однофамильцев'],
    many: 'возможных однофамильцев'
  },
  related: {
    text: 'связанное лицо',
    verb: 'найдено',
    forms: ['связанное лицо', 'связанных лица', 'связанных лиц'],
    many: 'связанных лиц'
  },
  other_person: {
    text: 'другое лицо',
    verb: 'найдено',
    forms: ['другое лицо', 'других лица', 'других лиц'],
    many: 'других лиц'
  },
  other_organisation: {
    text: 'другая организация',
    verb: 'найдена',
    forms: ['другая организация', 'другие организации', 'других организаций'],
    many: 'других организаций'
  },
  weak: {
    text: 'слабое совпадение',
    verb: 'найдено',
    forms: ['слабое совпадение', 'слабых совпадения', 'слабых совпадений'],
    many: 'слабых совпадений'
  }
}

type Reasons = readonly Pick<Reason, 'code' | 'tone'>[]

export const labelText = (label: PersonLabel, reasons: Reasons, kind: PersonKind = 'person'): string =>
  ROW_WORDS[rowLabel(label, reasons, kind)].text

/** What the row of somebody says. */
export const rowLabelOf = ({ label, query_reasons, kind }: PersonCard): RowLabel =>
  rowLabel(label, query_reasons, kind)

export const POSSIBLE_NAMESAKE = ROW_WORDS.namesake.text
/** After a stop nobody knows whether it was charged; the same request again is not. */
export const SEARCH_STOPPED = 'Поиск остановлен. За тот же запрос второй раз не спишется'
export const SEARCH_FAILED = 'Произошла ошибка при поиске'

/** «показано 100 из 445 записей», «… из более чем 1 000 записей», «показано 35, есть ещё»; null where all is shown. */
export const completenessText = (completeness: Completeness): string | null =>
  shownText(completeness, total => count(total, 'fromRecord'))

/** «показано 8 из 55», where it is plain of what. */
export const shortCompleteness = (completeness: Completeness): string | null =>
  shownText(completeness, formatCount)

function shownText(
  { shown, total, total_is_exact, more }: Completeness,
  ofTotal: (total: number) => string
): string | null {
  if (!more) return null
  if (total_is_exact) return `показано ${formatCount(shown)} из ${ofTotal(total)}`
  return total < TOTAL_EXACT_MAX
    ? `показано ${formatCount(shown)}, есть ещё`
    : `показано ${formatCount(shown)} из более чем ${ofTotal(total)}`
}
