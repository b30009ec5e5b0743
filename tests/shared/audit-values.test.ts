import { expect, test } from 'bun:test'
import { AUDIT_ACTS } from '#shared/labels/audit-acts.ts'
import { auditValue } from '#shared/labels/audit-values.ts'
import { PAYMENT_STATUSES } from '#shared/labels/payments.ts'
import { SIGNAL_STATES } from '#shared/labels/signals.ts'
import { REQUEST_STATES } from '#shared/labels/subject-requests.ts'

/** By the beginning of the acts that change them. */
const STATES: [start: string, field: string, words: Record<string, string>][] = [
  ['subject_', 'state', REQUEST_STATES],
  ['signal_', 'state', SIGNAL_STATES],
  ['payment_', 'status', PAYMENT_STATUSES]
]

test.each(STATES)('every act on %s tells each %s in the words of its page', (start, field, words) => {
  const acts = Object.keys(AUDIT_ACTS).filter(act => act.startsWith(start))
  expect(acts.length).toBeGreaterThan(0)
  for (const act of acts)
    for (const [state, word] of Object.entries(words)) {
      expect(auditValue(act, field, state)).toBe(word)
      expect(word).toMatch(/^[а-яё]/i)
    }
})
