import { ADMIN_PAGE_MAX } from '#shared/constants.ts'
import type { AuditEvent } from '#shared/contracts/admin/audit.ts'
import type { Audit } from '#site/features/admin/audit/audit-store.ts'
import { csvOf } from '#site/lib/export/csv.ts'
import { fileName, saveFile } from '#site/lib/export/save-file.ts'
import type { SheetCell, SheetColumn } from '#site/lib/export/sheet.ts'

/** More are narrowed by a day or a user: so many calls are made of one press. */
const ROWS_MAX = 10_000

const COLUMNS: readonly (SheetColumn & { of: (event: AuditEvent) => SheetCell })[] = [
  { title: 'Номер', of: ({ id }) => id },
  { title: 'Когда (Москва)', as: 'moment', of: ({ at }) => new Date(at) },
  { title: 'Действие', of: ({ title }) => title },
  { title: 'Кто', of: ({ actor, is_system }) => (is_system ? 'программа' : (actor?.username ?? null)) },
  { title: 'ID пользователя', of: ({ actor }) => actor?.id ?? null },
  { title: 'Через API', of: ({ is_api }) => (is_api ? 'да' : null) },
  { title: 'Сеть', of: ({ ip_prefix }) => ip_prefix },
  { title: 'О чём', of: ({ subject }) => subject },
  {
    title: 'Что изменилось',
    of: ({ changes }) =>
      changes
        .map(({ name, before, after }) => `${name}: ${[before, after].filter(Boolean).join(' → ')}`)
        .join('; ') || null
  }
]

/** Hands all that the filter leaves, and at most so many rows, to the browser as a file. @returns whether it is all. */
export async function exportAudit({ pageFrom }: Audit): Promise<boolean> {
  const events: AuditEvent[] = []
  let next: string | null = ''
  while (next !== null && events.length < ROWS_MAX) {
    const page: { events: AuditEvent[]; next: string | null } = await pageFrom(next, ADMIN_PAGE_MAX)
    events.push(...page.events)
    next = page.next
  }
  const sheet = {
    name: 'Журнал',
    columns: COLUMNS.map(({ of: _, ...column }) => column),
    rows: events.map(event => COLUMNS.map(column => column.of(event)))
  }
  saveFile(fileName('zhurnal', new Date(), 'csv'), 'text/csv;charset=utf-8', csvOf(sheet))
  return next === null
}
