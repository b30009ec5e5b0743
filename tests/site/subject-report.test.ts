import { expect, test } from 'bun:test'
import type { SubjectReport } from '#shared/contracts/privacy/privacy.ts'
import { reportView } from '#site/features/privacy/report-view.ts'

const REPORT: SubjectReport = {
  number: 'О-0031',
  made_at: '2026-11-28T10:00:00.000Z',
  made_at_str: '28.11.2026 13:00',
  operator: { name: null, address: null, contact: null },
  looked_for: [],
  records: [],
  held: [],
  withheld: 0,
  sources: [],
  failed: [],
  asked: [],
  asked_more: false,
  history_days: 90,
  audit_days: 365
}
const textAfter = (report: SubjectReport): string => {
  const { parts } = reportView(report)
  const at = parts.findIndex(part => 'heading' in part && part.heading === 'Что скрыто по этому обращению')
  const next = parts[at + 1]
  return next && 'text' in next ? String(next.text) : ''
}

test('a report names what its request keeps out of answers, and says so when that is nothing', () => {
  expect(textAfter({ ...REPORT, held: ['e-mail', 'телефон'] })).toContain('e-mail, телефон')
  expect(textAfter(REPORT)).toContain('Ничего')
})
