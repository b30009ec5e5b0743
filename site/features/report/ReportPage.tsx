import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SearchEnded } from '#site/layouts/SearchEnded.tsx'
import { Shell } from '#site/layouts/Shell.tsx'
import { focusHeading } from '#site/lib/keep-focus.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Wait } from '#site/ui/Spinner.tsx'
import { $report, openReport } from './report-store.ts'

const Report = laterPart(async () => (await import('./Report.tsx')).Report)

/** The one island of /search/report. */
export const ReportPage = () => (
  <Shell page="search">
    <Opened />
  </Shell>
)

function Opened() {
  const report = useStore($report)
  const code = useStore(Report.$code)
  const shown = report.step === 'ready' && code.step === 'waiting' ? 'loading' : report.step
  useEffect(() => {
    void Report.load()
    void openReport()
  }, [])
  useEffect(() => {
    if (shown !== 'loading') focusHeading([document.querySelector('main') ?? document.body], true)
  }, [shown])

  switch (report.step) {
    case 'loading':
      return <Waiting />
    case 'ready':
      return <Later part={Report} props={{ source: report.data }} waiting={<Waiting />} />
    case 'ended':
      return <SearchEnded title="Отчёт уже не составить" text={report.text} line={report.line} />
    case 'failed':
      return (
        <SearchEnded
          title="Отчёт не открыть"
          text={report.text}
          onRetry={report.isFinal ? undefined : openReport}
        />
      )
  }
}

const Waiting = () => (
  <div className="stack">
    <h1>Отчёт о проверке</h1>
    <Wait>Собираем отчёт…</Wait>
  </div>
)
