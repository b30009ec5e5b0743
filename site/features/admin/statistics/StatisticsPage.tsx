import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { loadCode } from '#site/lib/load-code.ts'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconRefresh } from '#site/ui/icons/acts.ts'
import { SaveWorkbook } from '#site/ui/SaveWorkbook.tsx'
import { RecentLoad, SourceHours, SourceTimes } from './Charts.tsx'
import { Days } from './Days.tsx'
import { Figures, SlowIndices, WaitingFigures } from './Figures.tsx'
import {
  $statistics,
  days,
  followStatistics,
  POLL_SECONDS,
  refreshStatistics,
  resetStatistics
} from './statistics-store.ts'

const CLOCK = new Intl.DateTimeFormat('ru-RU', { timeStyle: 'medium', timeZone: 'Europe/Moscow' })

export const StatisticsPage = () => (
  <AdminShell section="statistics">
    <Statistics />
  </AdminShell>
)

function Statistics() {
  const { performance, failure } = useStore($statistics)
  useEffect(followStatistics, [])
  return (
    <div className="stack loose">
      <SectionTitle acts={<Acts updatedAt={performance?.last_update} />}>
        {sectionTitle('statistics')}
      </SectionTitle>
      {failure && <Failure text={failure} onRetry={refreshStatistics} />}
      {performance ? (
        <>
          <Figures performance={performance} />
          <Days />
          <RecentLoad load={performance.load} />
          <SourceTimes sources={performance.sources} kinds={performance.kinds} />
          <SourceHours sources={performance.sources} />
          <SlowIndices rows={performance.slow_indices} />
        </>
      ) : (
        !failure && <WaitingFigures />
      )}
    </div>
  )
}

async function savedSheets() {
  if (days.$load.get().step !== 'ready') await days.refresh()
  const load = days.$load.get()
  const { performance } = $statistics.get()
  if (load.step === 'failed') throw load.error
  if (load.step !== 'ready' || !performance) return []
  const { statisticsSheets } = await loadCode(() => import('./statistics-sheets.ts'))
  return statisticsSheets(load.data.days, performance)
}

function Acts({ updatedAt }: { updatedAt: string | undefined }) {
  const [isBusy, setBusy] = useState(false)
  async function refresh() {
    setBusy(true)
    await refreshStatistics()
    setBusy(false)
  }
  return (
    <div className="row">
      {updatedAt && (
        <span className="small muted">
          Обновлено в {CLOCK.format(new Date(updatedAt))}, дальше каждые {POLL_SECONDS} с
        </span>
      )}
      {updatedAt && <SaveWorkbook file="statistika" sheets={savedSheets} />}
      <Button size="s" busy={isBusy} onClick={refresh}>
        <Icon of={IconRefresh} />
        Обновить
      </Button>
      <Button size="s" kind="danger" onClick={resetStatistics}>
        Сбросить метрики
      </Button>
    </div>
  )
}
