import type { SubjectReport } from '#shared/contracts/privacy/privacy.ts'
import { fileName, saveFile } from '#site/lib/export/save-file.ts'

/** Hands the report to the browser as JSON. */
export const saveReport = (report: SubjectReport): void =>
  saveFile(
    fileName('otchet', new Date(report.made_at), 'json'),
    'application/json;charset=utf-8',
    JSON.stringify(report, null, 2)
  )
