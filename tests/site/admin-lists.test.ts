import { describe, expect, test } from 'bun:test'
import type { IndexView } from '#shared/contracts/admin/indices.ts'
import type { AdminPayment } from '#shared/contracts/admin/payments.ts'
import { rowsOf } from '#site/features/admin/compliance/exclusions/list-rows.ts'
import { inOrder } from '#site/features/admin/indices/index-order.ts'
import { endsThisMonth, gapsOf, passportState } from '#site/features/admin/indices/index-words.ts'
import { sheetOf } from '#site/features/admin/payments/export-payments.ts'
import { csvOf } from '#site/lib/export/csv.ts'

const PASSPORT = {
  kind: 'registry',
  origin: 'synthetic',
  basis: 'public',
  controller: 'x',
  evidence_url: null,
  retention_days: null,
  review_due: null,
  keep_until: null,
  gaps: []
}
const index = (name: string, records: number, passport: object = {}) =>
  ({
    name,
    title: name,
    records,
    status: 'active',
    answers: true,
    passport: { ...PASSPORT, ...passport }
  }) as unknown as IndexView

describe('indices', () => {
  const endless = index('б', 5)
  const soon = index('а', 7, { review_due: '2026-11-30', keep_until: '2031-01-01' })
  const later = index('в', 6, { keep_until: '2027-02-01' })
  const none = index('г', 0, { kind: null, gaps: ['Вид (kind): …'] })
  const names = (by: 'title' | 'records' | 'passport', down = false) =>
    inOrder([endless, soon, later, none], { by, down })
      .map(({ name }) => name)
      .join('')

  test('stand by title, records or the end of their passports', () => {
    expect([names('title'), names('records', true), names('passport'), names('passport', true)]).toEqual([
      'абвг',
      'авбг',
      'гавб',
      'бваг'
    ])
  })

  test('whose passports end this month are told, by the clock of Moscow', () => {
    const endingAt = (now: string) =>
      [endless, soon, later, none].filter(({ passport }) => endsThisMonth(passport, new Date(now)))
    expect(endingAt('2026-11-01T12:00:00Z')).toEqual([soon])
    expect(endingAt('2026-10-31T21:00:00Z')).toEqual([soon])
    expect(endingAt('2026-10-31T20:59:59Z')).toEqual([])
    expect(passportState(later)).toEqual({ tone: 'moss', text: 'паспорт до 01.02.2027' })
  })

  test('that nobody has declared say that they answer nothing while they are active', () => {
    const bare = { kind: null, origin: null, basis: null, controller: null, gaps: ['Вид (kind): …'] }
    expect(gapsOf(index('new', 0, bare))).toBe('На поиск не отвечает, пока паспорт не заполнен')
    expect(gapsOf({ ...index('new', 0, bare), status: 'disabled' })).toBe('')
    expect(gapsOf(endless)).toBe('')
  })
})

test('payments as a file keep their numbers, and run no formula of a name or a reason', () => {
  const payment = {
    id: '3f9a1c07-5a51-4d4e-9d0b-1f0a5c1c7b11',
    username: '=cmd()',
    user_id: 7,
    amount_usd: 1_234.5,
    received_amount_usdt: 0,
    used_requests: 123_450,
    status: 'completed',
    exception: 'marked',
    admin_credited_requests: 0,
    network_title: 'Polygon',
    generated_address: '0xabc',
    transaction_hash: null,
    created_at: '2026-11-22T09:10:00.000Z',
    expires_at: '2026-11-22T10:10:00.000Z',
    completed_at: null,
    admin_confirmed_by: 'root',
    confirm_reason: '+7; "чек"'
  } as unknown as AdminPayment
  const lines = csvOf(sheetOf([payment])).split('\r\n')
  expect(lines[0]).toContain('Пришло, USDT;Зачислено запросов')
  expect(lines[1]).toContain(`"'=cmd()";7;1234,50;0;123450`)
  expect(lines[1]).toContain('22.11.2026 12:10')
  expect(lines[1]).toContain(`"'+7; ""чек"""`)
})

test('a row of a list of hashes has the number of its line in the file', () => {
  expect(rowsOf('phone;a\r\n\r\n  \nemail;b\n')).toEqual([
    { line: 1, row: 'phone;a' },
    { line: 4, row: 'email;b' }
  ])
})
