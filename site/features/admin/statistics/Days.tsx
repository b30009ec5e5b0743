import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { STATISTICS_PERIODS } from '#shared/admin-constants.ts'
import { Columns } from '#site/ui/Chart.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Choice } from '#site/ui/form/Choice.tsx'
import { boughtByDay, daysAxis, searchesByDay, spentByDay } from './days-view.ts'
import { $period, choosePeriod, days } from './statistics-store.ts'

const PERIODS = STATISTICS_PERIODS.map(value => ({ value, title: `${value} дней` }))

/** Searches and credits by day. */
export function Days() {
  const load = useStore(days.$load)
  const period = useStore($period)
  useEffect(() => {
    days.load()
  }, [])
  return (
    <section className="stack" aria-label="По дням">
      <div className="row apart">
        <h2>По дням</h2>
        <Choice label="За сколько дней" options={PERIODS} value={period} onChoose={choosePeriod} />
      </div>
      {load.step === 'failed' && <Failure text={load.text} onRetry={days.load} />}
      {load.step === 'ready' && (
        <>
          <p className="small muted">
            По дням каждый поиск посчитан один раз. «Всего поисков» выше считает с последнего сброса и
            повторные обращения к источникам.
          </p>
          <Columns {...searchesByDay(load.data.days)} x={daysAxis(load.data.days)} />
          <div className="split even">
            <Columns {...boughtByDay(load.data.days)} x={daysAxis(load.data.days)} />
            <Columns {...spentByDay(load.data.days)} x={daysAxis(load.data.days)} />
          </div>
        </>
      )}
    </section>
  )
}
