import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { SOURCE_KINDS } from '#shared/labels/sources.ts'
import { PAIR_VERDICT_WORDS, VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { readableText } from '#shared/texts/direction.ts'
import { purposeText } from '#shared/texts/purpose.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { withdrawnText } from '#shared/texts/withdrawn.ts'
import { nameOf } from '#site/features/search/people/people-view.ts'
import { formerText } from '#site/features/search/person/earlier-view.ts'
import { completenessText } from '#site/features/search/texts.ts'
import { dayCell, type Sheet, type SheetCell, type SheetColumn } from '#site/lib/export/sheet.ts'
import { type ColumnTexts, columnsOfRecord, columnsOfSummary, joined } from './export-columns.ts'
import type { ExportedAnswer, ExportedPerson, ExportedSource } from './export-view.ts'

/** A column with what stands in it for one of the things that the rows are. */
type Column<T> = SheetColumn & { of: (item: T) => SheetCell }

const sheetOf = <T>(name: string, columns: readonly Column<T>[], items: readonly T[]): Sheet => ({
  name,
  columns: columns.map(({ title, as }) => ({ title, ...(as && { as }) })),
  rows: items.map(item => columns.map(({ of }) => writtenOut(of(item))))
})

/** Turning signs are written out as on the page. */
const writtenOut = (cell: SheetCell): SheetCell =>
  typeof cell === 'string' ? readableText(cell) || null : cell

/** The columns that a record and a card have alike, so that both files are sorted by the same. */
const statedColumns = <T>(textsOf: (item: T) => ColumnTexts): Column<T>[] => [
  { title: 'Телефоны', as: 'phones', of: item => textsOf(item).phones },
  { title: 'E-mail', of: item => textsOf(item).emails },
  { title: 'Документы и номера', of: item => textsOf(item).documents },
  { title: 'Адреса', of: item => textsOf(item).addresses },
  { title: 'Прочее', of: item => textsOf(item).others }
]

/** One row a card. */
export function peopleSheet(answer: ExportedAnswer): Sheet {
  const people = new Map(answer.people.map(person => [person.id, person]))
  const titles = new Map(answer.sources.map(({ key, title }) => [key, title]))
  const texts = new Map(answer.people.map(person => [person.id, columnsOfSummary(person.summary)]))
  return sheetOf<ExportedPerson>(
    'люди',
    [
      { title: 'Человек', of: ({ name }) => name || 'имя не указано' },
      { title: 'Вид', of: ({ kind }) => (kind === 'person' ? 'человек' : 'организация') },
      { title: FIELD_LABELS.birth_date, as: 'day', of: ({ birth_date }) => dayCell(birth_date) },
      { title: 'Вывод', of: ({ label }) => label },
      { title: 'Оценка', as: 'share', of: ({ score }) => score },
      { title: 'Почему', of: ({ query_reasons }) => joined(query_reasons.map(({ text }) => text)) },
      ...statedColumns<ExportedPerson>(({ id }) => texts.get(id) ?? columnsOfSummary([])),
      { title: 'Источники', of: person => joined(sourcesOf(person).map(key => titles.get(key) ?? key)) },
      { title: 'Записей', of: person => recordIdsOf(person).length },
      { title: 'Почему вместе', of: ({ links }) => joined(links.map(({ text }) => text)) },
      {
        title: 'Почему отдельно',
        of: ({ apart }) => joined(apart.map(({ name, text }) => named(name, text)))
      },
      {
        title: 'Связанные',
        of: ({ related }) =>
          joined(related.map(({ person_id, text }) => named(whoIs(people.get(person_id)), text)))
      },
      { title: 'Свой вывод', of: person => joined(ownVerdicts(person, answer, people)) },
      { title: 'Заметка', of: ({ own_verdict }) => own_verdict?.note ?? null },
      { title: 'ID человека', of: ({ id }) => id }
    ],
    answer.people
  )
}

const whoIs = (person: ExportedPerson | undefined): string | null => (person ? nameOf(person) : null)

const named = (name: string | null, text: string): string => (name ? `${name}: ${text}` : text)

const sourcesOf = ({ summary }: ExportedPerson): string[] =>
  summary.flatMap(({ evidence }) => evidence.map(({ source }) => source))

/** What the user has concluded of the card, then of it beside others, then of it in an earlier search. */
function ownVerdicts(
  { id, kind, own_verdict, earlier_verdict }: ExportedPerson,
  { pairs }: ExportedAnswer,
  people: ReadonlyMap<string, ExportedPerson>
): string[] {
  const own = own_verdict ? [VERDICT_WORDS[kind][own_verdict.verdict]] : []
  const beside = pairs
    .filter(({ a, b }) => a === id || b === id)
    .map(({ a, b, verdict, note }) => {
      const text = [PAIR_VERDICT_WORDS[kind][verdict], note].filter(Boolean).join(', ')
      return named(whoIs(people.get(a === id ? b : a)), text)
    })
  return [...own, ...beside, ...(earlier_verdict ? [formerText(earlier_verdict, kind)] : [])]
}

type Row = { record: ExportedSource['records'][number]; source: ExportedSource; texts: ColumnTexts }

/** One row a record. */
export function recordsSheet(answer: ExportedAnswer): Sheet {
  const people = new Map(answer.people.map(person => [person.id, person]))
  const rows = answer.sources.flatMap(source =>
    source.records.map((record): Row => {
      const person = people.get(record.person_id ?? '')
      return { record, source, texts: columnsOfRecord(record, person) }
    })
  )
  const personOf = ({ record }: Row) => people.get(record.person_id ?? '')
  return sheetOf<Row>(
    'записи',
    [
      { title: 'Человек', of: row => whoIs(personOf(row)) },
      { title: 'Вывод', of: ({ record }) => record.label },
      { title: 'Оценка записи', as: 'share', of: ({ record }) => record.score },
      { title: 'Как найдено', of: ({ record }) => joined(record.why) },
      { title: FIELD_LABELS.full_name, of: ({ texts }) => texts.names },
      { title: FIELD_LABELS.birth_date, as: 'day', of: ({ texts }) => dayCell(texts.born) },
      ...statedColumns<Row>(({ texts }) => texts),
      { title: 'Кто в записи', of: row => personOf(row)?.parties?.[row.record.record_id]?.label ?? null },
      { title: 'Источник', of: ({ source }) => source.title },
      { title: 'Происхождение', of: ({ source }) => source.origin },
      { title: 'Основание', of: ({ source }) => source.basis },
      { title: 'Данные на', as: 'day', of: ({ source }) => dayCell(source.as_of) },
      { title: 'Дата записи', as: 'day', of: ({ record }) => dayCell(record.record_date) },
      { title: 'Одинаковых записей', of: ({ record }) => record.duplicates },
      { title: 'ID записи', of: ({ record }) => record.record_id },
      { title: 'ID человека', of: ({ record }) => record.person_id }
    ],
    rows
  )
}

const STATES: Record<string, string> = { failed: 'не ответил', empty: 'записей нет' }

/** One row a source that was asked. */
const sourcesSheet = ({ sources }: ExportedAnswer): Sheet =>
  sheetOf<ExportedSource>(
    'источники',
    [
      { title: '№', of: ({ number }) => number },
      { title: 'Источник', of: ({ title }) => title },
      { title: 'Вид', of: ({ kind }) => SOURCE_KINDS[kind] },
      { title: 'Происхождение', of: ({ origin }) => origin },
      { title: 'Основание', of: ({ basis }) => basis },
      { title: 'Данные на', as: 'day', of: ({ as_of }) => dayCell(as_of) },
      { title: 'Ответ', of: ({ state }) => STATES[state] ?? 'есть записи' },
      { title: 'Показано', of: ({ shown }) => shown },
      {
        title: 'Найдено',
        of: ({ state, total, total_is_exact }) =>
          state === 'failed' ? null : total_is_exact ? total : `не меньше ${total}`
      }
    ],
    sources
  )

/** What was asked, when, and what of the answer the file lacks. */
const answerSheet = (answer: ExportedAnswer): Sheet => ({
  name: 'об ответе',
  columns: [{ title: 'Что' }, { title: 'Значение', as: 'moment' }],
  rows: [
    ['Запрос', answer.query],
    ...answer.remarks.map((remark): SheetCell[] => ['Как прочитан', remark]),
    ...answer.typed.map(({ label, value, records, people, organisations }): SheetCell[] => [
      `${label} ${value}`,
      `записей ${records}, людей ${people}, организаций ${organisations}`
    ]),
    ['Время поиска (Москва)', new Date(answer.searched_at)],
    ...(answer.purpose ? [['Цель', purposeText(answer)]] : []),
    ...(answer.read_at ? [['Записи прочитаны заново (Москва)', new Date(answer.read_at)]] : []),
    ...(notShownTexts(answer).length > 0
      ? notShownTexts(answer).map((text): SheetCell[] => ['Не показано', text])
      : [['Полнота', 'Ответ показан полностью']])
  ]
})

/** An answer as a workbook. */
export const answerSheets = (answer: ExportedAnswer): Sheet[] => [
  peopleSheet(answer),
  recordsSheet(answer),
  sourcesSheet(answer),
  answerSheet(answer)
]

/** What of the answer the file lacks, and what the search may have missed; empty where it is whole. */
export function notShownTexts({ not_shown, sources, completeness }: ExportedAnswer): string[] {
  const { filtered_records, filtered_people, failed_sources, withdrawn, completeness_note, withheld_note } =
    not_shown
  return [
    completeness.more && `Всего ${completenessText(completeness)}`,
    ...sources
      .filter(({ more }) => more)
      .map(source => `${quoted(source.title)}: ${completenessText(source)}`),
    ...failed_sources.map(title => `Не ответил источник ${quoted(title)}`),
    completeness_note,
    withheld_note,
    withdrawn && withdrawnText(withdrawn),
    filtered_records + filtered_people > 0 &&
      `Фильтр скрыл из ответа: записей ${filtered_records}, карточек ${filtered_people}`
  ].filter(text => typeof text === 'string')
}
