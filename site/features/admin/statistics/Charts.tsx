import { type ComponentProps, type ReactNode, useState } from 'react'
import { SLOW_SEARCH_MS } from '#shared/constants.ts'
import type { PerformanceAnswer, SourceLoad } from '#shared/contracts/statistics.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Bars, Columns } from '#site/ui/Chart.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import {
  HOURS_AXIS,
  hitsByHour,
  searchesByHour,
  sharedTimes,
  type TimeChart,
  timesByHour,
  timesOf
} from './load-view.ts'

/** The others come with a click. */
const SHOWN_SOURCES = 12

const Hourly = ({ chart }: { chart: TimeChart }) => <Columns {...chart} x={HOURS_AXIS} />

/** The load of the last day, and beside it that of one source. */
export const RecentLoad = ({ load }: Pick<PerformanceAnswer, 'load'>) => (
  <div className="split even">
    <Hourly chart={searchesByHour(load)} />
    <Hourly chart={timesByHour(load)} />
  </div>
)

const RATE = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** How often each source has something, and how long searches take by their kinds and sources by their queries. */
export function SourceTimes({ sources, kinds }: Pick<PerformanceAnswer, 'sources' | 'kinds'>) {
  const askedSources = sources.filter(({ queries }) => queries > 0)
  const foundBars = askedSources
    .map(({ name, title, hits, queries }) => ({ key: name, name: title, usual: hits / queries }))
    .sort((a, b) => b.usual - a.usual)
    .map(bar => ({ ...bar, outer: bar.usual, text: `${RATE.format(bar.usual)} на поиск` }))
  return (
    <>
      <Card className="plot" title="Записей на поиск, по источникам">
        <LongBars bars={foundBars} most="самых полезных" />
      </Card>
      <Card
        className="plot"
        title="Время поиска, по видам запроса"
        action={
          <p className="row small muted">
            <Key>в среднем</Key>
            <Key of="rest">95 % ответов быстрее</Key>
            <Key of="slow">95 % — дольше {SLOW_SEARCH_MS} мс</Key>
          </p>
        }
      >
        <LongBars bars={timesOf(kinds)} most="самых медленных" />
      </Card>
      <Card className="plot" title="Время источников">
        <LongBars bars={timesOf(sharedTimes(askedSources))} most="самых медленных" />
        <p className="small muted">
          Источники спрашивают одним общим запросом, и время у них общее. Своё время есть только у
          подключённых из Elasticsearch.
        </p>
      </Card>
    </>
  )
}

interface LongBarsProps {
  bars: ComponentProps<typeof Bars>['bars']
  /** «самых медленных». */
  most: string
}

function LongBars({ bars, most }: LongBarsProps) {
  const [isWhole, setWhole] = useState(false)
  const hidden = bars.length - SHOWN_SOURCES
  if (bars.length === 0) return <p className="soft">Поисков ещё не было.</p>
  return (
    <div className="stack tight">
      <Bars bars={isWhole ? bars : bars.slice(0, SHOWN_SOURCES)} />
      {hidden > 0 && (
        <p>
          <Button kind="quiet" size="s" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Только ${SHOWN_SOURCES} ${most}` : `Ещё ${formatCount(hidden)}`}
          </Button>
        </p>
      )}
    </div>
  )
}

/** What a colour of the bars means. */
const Key = ({ of = 'main', children }: { of?: 'main' | 'rest' | 'slow'; children: ReactNode }) => (
  <span className="row tight">
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <rect className={of} x="6" y="6" width="12" height="12" rx="2" stroke="none" />
    </svg>
    {children}
  </span>
)

/** What one source was asked for and found, hour by hour. */
export function SourceHours({ sources }: { sources: readonly SourceLoad[] }) {
  const [name, choose] = useState('')
  const source = sources.find(each => each.name === name) ?? sources[0]
  if (!source) return null
  return (
    <section className="stack" aria-label="Источник по часам">
      <Field label="Источник по часам">
        {ties => (
          <Select {...ties} value={source.name} onChange={event => choose(event.target.value)}>
            {sources.map(each => (
              <option key={each.name} value={each.name}>
                {each.title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="split even">
        <Hourly chart={hitsByHour(source.hours)} />
        <Hourly chart={timesByHour(source.hours)} />
      </div>
    </section>
  )
}
