import { writeXlsxStream } from 'hucre/xlsx'
import type { Context } from '#api/context.ts'
import { requirePurpose } from '#api/features/search/purpose.ts'
import { textStream } from '#api/http/text-stream.ts'
import { LIST_ROWS_MAX, LIST_ROWS_SHOWN } from '#shared/constants.ts'
import type { LIST_EXPORTS, ListRow, ListRowsQuery } from '#shared/contracts/lists/lists.ts'
import { entityOf, type FtmEntity, ftmId, NDJSON_TYPE, ndjsonOf, withoutDigits } from '#shared/ftm/entity.ts'
import { ROW_OUTCOMES, WITHHELD } from '#shared/labels/lists.ts'
import { VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import {
  CSV_START,
  csvLine,
  dayCell,
  type SheetCell,
  type SheetColumn,
  XLSX_FORMATS,
  xlsxCell
} from '#shared/rules/spreadsheet.ts'
import type { ListCaller } from './caller.ts'
import { rowsOfList } from './row-store.ts'
import { filterOf, withPeople } from './rows.ts'
import { oneList } from './service.ts'
import { ownList } from './store.ts'

type Format = (typeof LIST_EXPORTS)[number]

const TYPES: Record<Format, string> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json;charset=utf-8',
  ftm: NDJSON_TYPE
}

const ENDINGS: Record<Format, string> = { csv: 'csv', xlsx: 'xlsx', json: 'json', ftm: 'ftm.json' }

interface ExportColumn extends SheetColumn {
  width?: number
  value(row: ListRow): SheetCell
}

const COLUMNS: readonly ExportColumn[] = [
  { title: '№', value: ({ n }) => n },
  { title: 'Метка', width: 16, value: ({ label }) => label },
  { title: 'Строка', width: 48, value: ({ line }) => line },
  { title: 'Вывод системы', width: 18, value: ({ outcome }) => ROW_OUTCOMES[outcome] },
  { title: 'Повтор строки', value: ({ repeat_of }) => repeat_of },
  { title: 'Почему', width: 32, value: row => whyOf(row) },
  { title: 'Лучший человек', width: 36, value: ({ best }) => best?.name ?? null },
  { title: 'Дата рождения', as: 'day', value: ({ best }) => dayCell(best?.birth_date) },
  { title: 'Оценка', as: 'share', value: ({ best }) => best?.score ?? null },
  {
    title: 'Причины',
    width: 48,
    value: ({ best }) => best?.reasons.map(({ text }) => text).join('; ') ?? null
  },
  { title: 'Подходят', value: ({ people }) => people },
  { title: 'Источников', value: ({ best }) => best?.source_keys.length ?? null },
  { title: 'Записи', width: 32, value: ({ best }) => best?.record_ids.join(' ') ?? null },
  { title: 'Ваш вывод', value: ({ verdict }) => verdict && VERDICT_WORDS.person[verdict] },
  { title: 'Заметка', width: 32, value: ({ note }) => note },
  { title: 'Списано', value: ({ charged }) => charged },
  { title: 'Время ответа', as: 'moment', width: 18, value: ({ answered_at: at }) => at && new Date(at) }
]
/** Why there is no answer, what the answer says, and that less of it is shown now. */
const whyOf = ({ reason_text, headline_text, best }: ListRow): string | null =>
  [reason_text, headline_text, best?.withheld && WITHHELD[best.withheld]].filter(Boolean).join('; ') || null

const NARROW = 14
const SHEET = {
  name: 'Список',
  freezePane: { rows: 1 },
  columns: COLUMNS.map(({ as, width = NARROW }) => ({ width, ...(as && { numFmt: XLSX_FORMATS[as] }) }))
}
const TITLES = COLUMNS.map(({ title }) => title)
const cellsOf = (row: ListRow) => COLUMNS.map(({ value }) => value(row))

/** The best person of a row; a row that repeats another, or found nobody, is none. */
function entitiesOfRow({ n, line, label, outcome, best, repeat_of, answered_at }: ListRow): FtmEntity[] {
  const [record] = best?.record_ids.toSorted() ?? []
  // One without a name may not be shown now.
  if (!best || best.name === null || record === undefined || repeat_of !== null) return []
  const { name } = best
  const entity = entityOf(ftmId('row', record, withoutDigits(name)), 'LegalEntity', name, {
    name: [name],
    ...(best.birth_date !== null && { birthDate: [best.birth_date] }),
    summary: [best.reasons.map(({ text }) => text).join('; ')],
    notes: [
      `Строка ${n}${label === null ? '' : ` (${label})`}: ${line}`,
      `Вывод системы: ${ROW_OUTCOMES[outcome]}`
    ],
    retrievedAt: [answered_at?.slice(0, 10)]
  })
  // Only a person has a birth date; of a name alone it is not told what it is of.
  return [best.birth_date === null ? entity : { ...entity, schema: 'Person' }]
}

/**
 * All rows that the filter leaves, as a file that is written while it is read: nobody who may not be shown now is in it.
 *
 * @throws Refusal `NOT_FOUND`, `BAD_INPUT`, `PURPOSE_REQUIRED`.
 */
export async function exportList(
  context: Context,
  caller: ListCaller,
  id: string,
  { format, ...query }: ListRowsQuery & { format: Format }
): Promise<Response> {
  const list = await oneList(context, caller.userId, id)
  const own = await ownList(context.sql, caller.userId, id)
  // Before the first byte: a file that breaks off says nothing of why.
  requirePurpose(context, own)
  const filter = filterOf(query)

  async function* pages(): AsyncGenerator<ListRow[]> {
    // Read at once, because rows of a running list change their places.
    const { rows } = await rowsOfList(context.sql, own.id, filter, 0, LIST_ROWS_MAX)
    while (rows.length > 0)
      yield await withPeople(context, caller, own, rows.splice(0, LIST_ROWS_SHOWN), 'list_export')
  }
  async function* csv(): AsyncGenerator<string> {
    yield `${CSV_START}${csvLine(TITLES)}`
    for await (const rows of pages()) yield rows.map(row => csvLine(cellsOf(row), COLUMNS)).join('')
  }
  async function* cells(): AsyncGenerator<SheetCell[]> {
    yield TITLES
    for await (const rows of pages())
      for (const row of rows) yield cellsOf(row).map((cell, place) => xlsxCell(cell, COLUMNS[place]))
  }
  async function* entities(): AsyncGenerator<string> {
    for await (const rows of pages()) yield ndjsonOf(rows.flatMap(entitiesOfRow))
  }
  async function* json(): AsyncGenerator<string> {
    yield `{"ok":true,"list":${JSON.stringify(list)},"rows":[`
    let isFirst = true
    for await (const rows of pages()) {
      yield `${isFirst ? '' : ','}${rows.map(row => JSON.stringify(row)).join(',')}`
      isFirst = false
    }
    yield ']}'
  }
  const bodies = {
    csv: () => textStream(csv()),
    xlsx: () => writeXlsxStream(cells(), SHEET),
    json: () => textStream(json()),
    ftm: () => textStream(entities())
  }

  return new Response(bodies[format](), {
    headers: {
      'content-type': TYPES[format],
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="list.${ENDINGS[format]}"`
    }
  })
}
