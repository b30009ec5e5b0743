import { SLOW_SEARCH_MS } from '#shared/constants.ts'
import type { PerformanceAnswer, SlowIndex } from '#shared/contracts/statistics.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Card } from '#site/ui/Card.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { SkipList } from '#site/ui/SkipList.tsx'
import { Stat } from '#site/ui/Stat.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { msText } from './load-view.ts'

const MS = 1_000
const PERCENT = new Intl.NumberFormat('ru-RU', { style: 'percent', maximumFractionDigits: 1 })

/** The cards: since the last reset. */
export function Figures({ performance }: { performance: PerformanceAnswer }) {
  const { total_queries: total, slow_queries_count: slow, p95_query_time: p95, load } = performance
  const today = load.reduce((sum, { queries }) => sum + queries, 0)
  return (
    <dl className="grid tight">
      <Stat label="Всего поисков" value={formatCount(total)} note={`за 24 часа ${formatCount(today)}`} />
      <Stat
        label="Среднее время"
        value={total === 0 ? '—' : msText(performance.avg_query_time)}
        note={p95 !== null && `95\u00a0% быстрее ${msText(p95)}`}
      />
      <Stat
        label="Медленных поисков"
        value={formatCount(slow)}
        note={`дольше ${SLOW_SEARCH_MS}\u00a0мс${total > 0 ? `, ${PERCENT.format(slow / total)}` : ''}`}
      />
      <Stat label="Индексов" value={formatCount(performance.indices_count)} note="отвечают на поиск" />
    </dl>
  )
}

const LABELS = ['Всего поисков', 'Среднее время', 'Медленных поисков', 'Индексов']

export const WaitingFigures = () => (
  <dl className="grid tight">
    {LABELS.map(label => (
      <Stat key={label} label={label} value={<Skeleton chars={5} />} note={<Skeleton chars={14} />} busy />
    ))}
  </dl>
)

const COLUMNS: readonly Column[] = [
  { title: 'Индекс' },
  { title: 'Поисков', num: true },
  { title: 'Найдено', num: true, hide: 'low' },
  { title: 'Среднее, мс', num: true }
]

export const SlowIndices = ({ rows }: { rows: readonly SlowIndex[] }) => (
  <Card flush title="Медленные индексы">
    {rows.length === 0 ? (
      <p className="pad soft">Ни один источник не отвечал дольше {SLOW_SEARCH_MS} мс.</p>
    ) : (
      <SkipList count={rows.length} label="Пропустить медленные индексы">
        <Table columns={COLUMNS}>
          {rows.map(({ name, title, count, hits, avg_time }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                <br />
                <small>{title}</small>
              </th>
              <td className="num">{formatCount(count)}</td>
              <td className="num low">{formatCount(hits)}</td>
              <td className="num">{formatCount(Math.round(avg_time * MS))}</td>
            </tr>
          ))}
        </Table>
      </SkipList>
    )}
  </Card>
)
