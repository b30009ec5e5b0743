import type { DayOfStatistics, PerformanceAnswer } from '#shared/contracts/statistics.ts'
import { dayCell, type Sheet, type SheetColumn } from '#site/lib/export/sheet.ts'

const TIMES: SheetColumn[] = [{ title: 'Среднее время, мс' }, { title: '95 % быстрее, мс' }]

const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms))
const timesOf = ({
  avg_time_ms,
  p95_time_ms
}: {
  avg_time_ms: number | null
  p95_time_ms: number | null
}) => [rounded(avg_time_ms), rounded(p95_time_ms)]

/** What the page shows: each day of the period, and since the last reset each source and each kind of line. */
export const statisticsSheets = (
  days: readonly DayOfStatistics[],
  { sources, kinds }: Pick<PerformanceAnswer, 'sources' | 'kinds'>
): Sheet[] => [
  {
    name: 'По дням',
    columns: [
      { title: 'День (Москва)', as: 'day' },
      ...['Найдено', 'Ничего', 'Неполных', 'Куплено запросов', 'Списано запросов'].map(title => ({ title }))
    ],
    rows: days.map(({ day, found, nothing, partial, bought, spent }) => [
      dayCell(day),
      found,
      nothing,
      partial,
      bought,
      spent
    ])
  },
  {
    name: 'Источники',
    columns: [
      ...['Ключ', 'Источник', 'Поисков', 'Найдено записей', 'Медленных', 'Без ответа'].map(title => ({
        title
      })),
      ...TIMES
    ],
    rows: sources.map(source => [
      source.name,
      source.title,
      source.queries,
      source.hits,
      source.slow,
      source.failures,
      ...timesOf(source)
    ])
  },
  {
    name: 'Виды запросов',
    columns: [...['Вид', 'Поисков', 'Медленных'].map(title => ({ title })), ...TIMES],
    rows: kinds.map(kind => [kind.title, kind.queries, kind.slow, ...timesOf(kind)])
  }
]
