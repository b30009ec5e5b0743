import type { AuditEvent } from '#shared/contracts/admin/audit.ts'
import type { DayOfStatistics } from '#shared/contracts/statistics.ts'

const AT = '2026-11-22T09:10:00.000Z'

/** What the days of the statistics had. */
export const DAYS: DayOfStatistics[] = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.parse(AT) - (29 - index) * 86_400_000).toISOString().slice(0, 10),
  found: 40 * index,
  nothing: 9 * index,
  partial: index % 3,
  bought: index % 7 === 0 ? 7_500 : 0,
  spent: 49 * index
}))

const event = (id: number, change: Partial<AuditEvent>): AuditEvent => ({
  id,
  at: AT,
  at_str: '22.11.2026 12:10',
  act: 'terms_update',
  title: 'Изменены курс и бонус',
  actor: { id: 1, username: 'rootadmin' },
  is_system: false,
  is_api: false,
  ip_prefix: '203.0.113.0/24',
  subject: null,
  changes: [
    { name: 'Курс', before: '100', after: '150' },
    { name: 'Множитель бонуса', before: '1,1', after: '1,25' }
  ],
  ...change
})
export const EVENTS: AuditEvent[] = [
  event(1, {}),
  event(2, {
    act: 'user_block',
    title: 'Пользователь заблокирован',
    actor: { id: 4, username: 'q'.repeat(64) },
    subject: 'q'.repeat(64),
    changes: [{ name: 'Причина', before: null, after: 'Перебирает номера подряд. '.repeat(12) }]
  }),
  event(3, { act: 'search', title: 'Поиск', is_api: true, ip_prefix: '2001:db8:1234::/48', changes: [] }),
  event(4, {
    act: 'records_expired',
    title: 'Записи удалены по сроку',
    actor: null,
    is_system: true,
    changes: []
  })
]
