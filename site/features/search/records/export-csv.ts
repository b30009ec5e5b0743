import type { EvidenceState } from '#shared/contracts/summary.ts'
import { PAIR_VERDICT_WORDS, VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { harmlessCell } from '#shared/rules/spreadsheet.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { withdrawnText } from '#shared/texts/withdrawn.ts'
import { completenessText, dateText, scoreText } from '#site/features/search/texts.ts'
import type { ExportedAnswer, ExportedPerson, ExportedSource } from './export-view.ts'

/** Columns that every kind of row has, in their order; the fields of the records follow. */
const COLUMNS = {
  row: 'Вид строки',
  source: 'Источник',
  origin: 'Происхождение',
  basis: 'Основание',
  asOf: 'Данные на',
  person: 'Человек',
  match: 'Совпадение',
  score: 'Оценка',
  reason: 'Причина',
  together: 'Почему вместе',
  apart: 'Почему отдельно',
  field: 'Поле',
  value: 'Значение',
  written: 'Как записано',
  support: 'Подтверждение',
  recordDate: 'Дата записи',
  verdict: 'Свой вывод',
  note: 'Заметка',
  shown: 'Показано',
  total: 'Найдено',
  people: 'Людей',
  organisations: 'Организаций',
  duplicates: 'Одинаковых записей',
  recordId: 'ID записи',
  personId: 'ID человека',
  moment: 'Время (Москва)'
} as const

type Row = Partial<Record<keyof typeof COLUMNS, string>> & { fields?: Record<string, string> }

const SUPPORT: Record<EvidenceState, string> = {
  confirms: 'подтверждает',
  compatible: 'частично',
  conflicts: 'расходится'
}

/**
 * An export as CSV for a Russian spreadsheet: UTF-8 with a byte order mark, semicolons, CRLF. The first column says what
 * a row is: a record, a person, a piece of evidence, a verdict on two, the line with what of it is not searched, each of
 * several things typed, a source, what is not shown. A value that a spreadsheet would run as a formula gets an apostrophe.
 */
export function csvOf(answer: ExportedAnswer): string {
  const names = new Map(answer.people.map(person => [person.id, whoIs(person)]))
  const sources = new Map(answer.sources.map(source => [source.key, source]))
  const rows = [
    ...answer.sources.flatMap(source => recordRows(source, names)),
    ...answer.people.map(personRow),
    ...answer.people.flatMap(person => evidenceRows(person, sources)),
    ...answer.pairs.map(({ a, b, verdict, note, at }) => ({
      row: 'вывод о двух',
      person: `${names.get(a)} и ${names.get(b)}`,
      verdict: PAIR_VERDICT_WORDS[answer.people.find(({ id }) => id === a)?.kind ?? 'person'][verdict],
      note: note ?? '',
      personId: `${a} ${b}`,
      moment: momentOf(at)
    })),
    {
      row: 'запрос',
      value: answer.query,
      reason: answer.remarks.join('; '),
      moment: momentOf(answer.searched_at)
    },
    ...(answer.read_at ? [{ row: 'повторное чтение', moment: momentOf(answer.read_at) }] : []),
    ...answer.typed.map(({ label, value, records, people, organisations }) => ({
      row: 'искали',
      field: label,
      value,
      shown: `${records}`,
      people: `${people}`,
      organisations: `${organisations}`
    })),
    ...answer.sources.map(sourceRow),
    ...notShownRows(answer)
  ]
  const labels = [...new Set(rows.flatMap(({ fields = {} }: Row) => Object.keys(fields)))]
  const keys = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]
  const lines = [
    [...Object.values(COLUMNS), ...labels],
    ...rows.map((row: Row) => [
      ...keys.map(key => row[key] ?? ''),
      ...labels.map(label => row.fields?.[label] ?? '')
    ])
  ]
  return `\ufeff${lines.map(line => line.map(cell).join(';')).join('\r\n')}\r\n`
}

const momentOf = (iso: string): string => moscowTime(new Date(iso))

const whoIs = ({ name, birth_date }: ExportedPerson): string =>
  [name, dateText(birth_date ?? '')].filter(Boolean).join(', ')

const originOf = ({ title, origin, basis, as_of }: ExportedSource): Row => ({
  source: title,
  origin,
  basis,
  asOf: dateText(as_of)
})

const recordRows = (source: ExportedSource, names: ReadonlyMap<string, string>): Row[] =>
  source.records.map(record => ({
    row: 'запись',
    ...originOf(source),
    person: names.get(record.person_id ?? '') ?? '',
    match: record.label,
    score: scoreText(record.score),
    reason: record.why.join(', '),
    recordDate: dateText(record.record_date ?? ''),
    duplicates: `${record.duplicates}`,
    recordId: record.record_id,
    personId: record.person_id ?? '',
    fields: record.fields
  }))

const eachOnce = (texts: readonly string[]): string => [...new Set(texts)].join('; ')

const personRow = (person: ExportedPerson): Row => ({
  row: person.kind === 'person' ? 'человек' : 'организация',
  person: whoIs(person),
  match: person.label,
  score: scoreText(person.score),
  reason: eachOnce(person.query_reasons.map(({ text }) => text)),
  together: eachOnce(person.links.map(({ text }) => text)),
  apart: eachOnce(person.apart.map(({ name, text }) => [name, text].filter(Boolean).join(': '))),
  verdict: person.own_verdict ? VERDICT_WORDS[person.kind][person.own_verdict.verdict] : '',
  note: person.own_verdict?.note ?? '',
  personId: person.id,
  moment: person.own_verdict ? momentOf(person.own_verdict.at) : ''
})

const evidenceRows = (person: ExportedPerson, sources: ReadonlyMap<string, ExportedSource>): Row[] =>
  person.summary.flatMap(({ field, value, evidence }) =>
    evidence.map(piece => {
      const source = sources.get(piece.source)
      return {
        row: 'доказательство',
        ...(source ? originOf(source) : { source: piece.source }),
        person: whoIs(person),
        field,
        value: dateText(value),
        written: piece.text,
        support: SUPPORT[piece.state],
        recordDate: dateText(piece.record_date ?? ''),
        recordId: piece.record_id,
        personId: person.id
      }
    })
  )

const STATES: Record<string, string> = { failed: 'не ответил', empty: 'записей нет' }

const sourceRow = (source: ExportedSource): Row => ({
  row: 'источник',
  ...originOf(source),
  reason: STATES[source.state] ?? '',
  shown: `${source.shown}`,
  total: source.state === 'failed' ? '' : `${source.total_is_exact ? '' : 'не меньше '}${source.total}`
})

function notShownRows({ not_shown, sources, completeness }: ExportedAnswer): Row[] {
  const { filtered_records, filtered_people, failed_sources, withdrawn, completeness_note } = not_shown
  const texts = [
    completeness.more && `Всего ${completenessText(completeness)}`,
    ...sources
      .filter(({ more }) => more)
      .map(source => `${quoted(source.title)}: ${completenessText(source)}`),
    ...failed_sources.map(title => `Не ответил источник ${quoted(title)}`),
    completeness_note,
    withdrawn && withdrawnText(withdrawn),
    filtered_records + filtered_people > 0 &&
      `Фильтр скрыл из ответа: записей ${filtered_records}, карточек ${filtered_people}`
  ].filter(text => typeof text === 'string')
  return (texts.length > 0 ? texts : ['Ответ показан полностью']).map(reason => ({
    row: 'не показано',
    reason
  }))
}

function cell(value: string): string {
  const safe = harmlessCell(value)
  return /[";\r\n,']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
