import type { Context } from '#api/context.ts'
import { requirePurpose } from '#api/features/search/purpose.ts'
import { textStream } from '#api/http/text-stream.ts'
import { LIST_ROWS_SHOWN } from '#shared/constants.ts'
import type { LIST_EXPORTS, ListRow, ListRowsQuery } from '#shared/contracts/lists/lists.ts'
import { ROW_OUTCOMES } from '#shared/labels/lists.ts'
import { VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { harmlessCell } from '#shared/rules/spreadsheet.ts'
import type { ListCaller } from './caller.ts'
import { rowsOfList } from './row-store.ts'
import { filterOf, withPeople } from './rows.ts'
import { oneList } from './service.ts'
import { ownList } from './store.ts'

type Format = (typeof LIST_EXPORTS)[number]

const TYPES: Record<Format, string> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json;charset=utf-8'
}

const COLUMNS: [title: string, value: (row: ListRow) => string][] = [
  ['№', ({ n }) => String(n)],
  ['Метка', ({ label }) => label ?? ''],
  ['Строка', ({ line }) => line],
  ['Вывод системы', ({ outcome }) => ROW_OUTCOMES[outcome]],
  ['Повтор строки', ({ repeat_of }) => (repeat_of === null ? '' : String(repeat_of))],
  ['Почему', ({ reason_text }) => reason_text ?? ''],
  ['Лучший человек', ({ best }) => best?.name ?? ''],
  ['Дата рождения', ({ best }) => best?.birth_date ?? ''],
  ['Оценка', ({ best }) => (best ? String(best.score).replace('.', ',') : '')],
  ['Причины', ({ best }) => best?.reasons.map(({ text }) => text).join('; ') ?? ''],
  ['Подходят', ({ people }) => String(people)],
  ['Источников', ({ sources }) => String(sources)],
  ['Записи', ({ best }) => best?.record_ids.join(' ') ?? ''],
  ['Ваш вывод', ({ verdict }) => (verdict === null ? '' : VERDICT_WORDS.person[verdict])],
  ['Заметка', ({ note }) => note ?? ''],
  ['Списано', ({ charged }) => String(charged)],
  ['Время ответа', ({ answered_at }) => (answered_at === null ? '' : moscowTime(new Date(answered_at)))]
]

const csvCell = (text: string): string => `"${harmlessCell(text).replaceAll('"', '""')}"`
const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(';')}\r\n`

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
    for (let from = 0; ; from += LIST_ROWS_SHOWN) {
      const { rows } = await rowsOfList(context.sql, own.id, filter, from, LIST_ROWS_SHOWN)
      if (rows.length === 0) return
      yield await withPeople(context, caller, own, rows, 'list_export')
    }
  }
  async function* text(): AsyncGenerator<string> {
    if (format === 'csv') {
      // Excel reads UTF-8 only where the file begins so.
      yield `\uFEFF${csvLine(COLUMNS.map(([title]) => title))}`
      for await (const rows of pages())
        yield rows.map(row => csvLine(COLUMNS.map(([, value]) => value(row)))).join('')
      return
    }
    yield `{"ok":true,"list":${JSON.stringify(list)},"rows":[`
    let isFirst = true
    for await (const rows of pages()) {
      yield `${isFirst ? '' : ','}${rows.map(row => JSON.stringify(row)).join(',')}`
      isFirst = false
    }
    yield ']}'
  }

  return new Response(textStream(text()), {
    headers: {
      'content-type': TYPES[format],
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="list.${format}"`
    }
  })
}
