import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SearchEnded } from '#site/layouts/SearchEnded.tsx'
import { Shell } from '#site/layouts/Shell.tsx'
import { focusHeading } from '#site/lib/keep-focus.ts'
import { Wait } from '#site/ui/Spinner.tsx'
import { Report } from './Report.tsx'
import { $report, openReport } from './report-store.ts'

/** The one island of /search/report. */
export const ReportPage = () => (
  <Shell page="search">
    <Opened />
  </Shell>
)

function Opened() {
  const report = useStore($report)
  useEffect(() => {
    void openReport()
  }, [])
  useEffect(() => {
    if (report.step !== 'loading') focusHeading([document.querySelector('main') ?? document.body], true)
  }, [report.step])

  switch (report.step) {
    case 'loading':
      return (
        <div className="stack">
          <h1>Отчёт о проверке</h1>
          <Wait>Собираем отчёт…</Wait>
        </div>
      )
    case 'ready':
      return <Report source={report.data} />
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
