import { useState } from 'react'
import type { RequestView } from '#shared/contracts/admin/subject-requests.ts'
import type { SubjectReport as Report } from '#shared/contracts/privacy/privacy.ts'
import { reportView } from '#site/features/privacy/report-view.ts'
import { saveReport } from '#site/features/privacy/save-report.ts'
import { PaperSheet } from '#site/layouts/PaperSheet.tsx'
import { errorText } from '#site/lib/ask.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Check } from '#site/ui/form/Check.tsx'
import { askReport } from './requests-store.ts'

interface ReportPreviewProps {
  view: RequestView
  isWhole: boolean
  report: Report | null
  onReport: (report: Report) => void
  /** Ids of records that are of somebody else. */
  leftOut: readonly string[]
  onLeftOut: (ids: readonly string[]) => void
}

/** The report as the person will see it, with a box before each record of somebody else. */
export function ReportPreview({ view, isWhole, report, onReport, leftOut, onLeftOut }: ReportPreviewProps) {
  const [isBusy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    await askReport(view, isWhole).then(
      answer => onReport(answer.report),
      error => tell(errorText(error))
    )
    setBusy(false)
  }
  const toggle = (id: string) =>
    onLeftOut(leftOut.includes(id) ? leftOut.filter(each => each !== id) : [...leftOut, id])
  return (
    <div className="stack">
      <div className="row no-print">
        <Button size="s" busy={isBusy} onClick={make}>
          {report ? 'Собрать отчёт заново' : 'Собрать отчёт'}
        </Button>
        {report && (
          <>
            <Button size="s" kind="quiet" onClick={() => print()}>
              Печать или PDF
            </Button>
            <Button size="s" kind="quiet" onClick={() => saveReport(report)}>
              Скачать JSON
            </Button>
          </>
        )}
        <span className="small soft">Сбор отчёта остаётся в журнале.</span>
      </div>
      {report && (
        <PaperSheet
          {...reportView(report)}
          mark={id => (
            <div className="no-print">
              <Check checked={leftOut.includes(id)} onChange={() => toggle(id)}>
                Не о нём: не показывать
              </Check>
            </div>
          )}
        />
      )}
    </div>
  )
}
