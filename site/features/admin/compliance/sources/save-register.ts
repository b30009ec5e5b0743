import type { IndexView } from '#shared/contracts/admin/indices.ts'
import { csvOf } from '#site/lib/export/csv.ts'
import { fileName, saveFile } from '#site/lib/export/save-file.ts'
import { noAnswerReason, registerSheet } from './register.ts'

/** Hands the register to the browser. */
export function saveRegister(indices: readonly IndexView[], format: 'csv' | 'json'): void {
  const name = fileName('reestr-obrabotki', new Date(), format)
  if (format === 'csv') {
    saveFile(name, 'text/csv;charset=utf-8', csvOf(registerSheet(indices)))
    return
  }
  const sources = indices.map(index => ({
    ...index.passport,
    key: index.name,
    status: index.status,
    records: index.records,
    answers: index.answers,
    why_not: noAnswerReason(index) || null
  }))
  saveFile(name, 'application/json;charset=utf-8', JSON.stringify({ sources }, null, 2))
}
