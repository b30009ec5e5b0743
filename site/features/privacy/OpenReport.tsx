import { useState } from 'react'
import type { ReportAnswer, SubjectReport } from '#shared/contracts/privacy/privacy.ts'
import { PaperSheet } from '#site/layouts/PaperSheet.tsx'
import { ask, errorText } from '#site/lib/ask.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { reportView } from './report-view.ts'
import { saveReport } from './save-report.ts'

/** Of a page loaded anew, or of a link that was cut off. */
const NO_SECRET =
  'В адресе нет ключа отчёта. Откройте ссылку из ответа целиком. Если отчёт уже открывали, попросите прислать новую.'

/** Opens the report of a link, by a press: whatever looks at links beforehand does not use it up. */
export function OpenReport() {
  const [report, setReport] = useState<SubjectReport | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function open() {
    if (location.hash === '') return setFailure(NO_SECRET)
    setBusy(true)
    try {
      const answer = await ask<ReportAnswer>('/api/privacy/report', {
        body: { secret: location.hash.slice(1) },
        shape: { report: { number: '', records: [] } },
        refresh: false
      })
      // The link is of no use any more, and whoever looks into the history need not see it.
      history.replaceState(null, '', location.pathname)
      setReport(answer.report)
    } catch (error) {
      setFailure(errorText(error))
    }
    setBusy(false)
  }

  if (report)
    return (
      <div className="stack">
        <div className="row no-print">
          <Button kind="primary" onClick={() => print()}>
            Печать или PDF
          </Button>
          <Button onClick={() => saveReport(report)}>Скачать JSON</Button>
          <span className="small soft">Ссылка больше не откроется: сохраните отчёт.</span>
        </div>
        <PaperSheet {...reportView(report)} />
      </div>
    )
  return (
    <div className="stack">
      <h1>Отчёт по обращению</h1>
      <p>Отчёт открывается один раз. Откройте его на своём устройстве и сразу сохраните или напечатайте.</p>
      {failure && <Banner tone="red">{failure}</Banner>}
      <p>
        <Button kind="primary" busy={isBusy} onClick={open}>
          Открыть отчёт
        </Button>
      </p>
    </div>
  )
}
