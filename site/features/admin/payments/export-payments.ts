import { ADMIN_PAGE_MAX } from '#shared/constants.ts'
import type { AdminPayment, AdminPayments } from '#shared/contracts/admin/payments.ts'
import { PAYMENT_STATUSES } from '#shared/labels/payments.ts'
import { AskError, ask } from '#site/lib/ask.ts'
import { csvOf } from '#site/lib/export/csv.ts'
import { fileName, saveFile } from '#site/lib/export/save-file.ts'
import type { Sheet, SheetCell, SheetColumn } from '#site/lib/export/sheet.ts'
import { oddityText } from '#site/lib/payment-oddity.ts'
import { payments } from './payments-store.ts'

/** More are narrowed by a period: so many calls are made of one press. */
const ROWS_MAX = 10_000
const BAD_REQUEST = 400
const TOO_MANY = `Платежей больше ${ROWS_MAX.toLocaleString('ru-RU')}: выберите период короче.`

const COLUMNS: readonly (SheetColumn & { of: (payment: AdminPayment) => SheetCell })[] = [
  { title: 'Номер', of: ({ id }) => id },
  { title: 'Пользователь', of: ({ username }) => username },
  { title: 'ID пользователя', of: ({ user_id }) => user_id },
  { title: 'Сумма, USD', as: 'money', of: ({ amount_usd }) => amount_usd },
  { title: 'Пришло, USDT', of: ({ received_amount_usdt }) => received_amount_usdt },
  { title: 'Зачислено запросов', of: ({ used_requests }) => used_requests },
  { title: 'Статус', of: ({ status }) => PAYMENT_STATUSES[status] ?? status },
  { title: 'Примечание', of: payment => oddityText(payment) || null },
  { title: 'Сеть', of: ({ network_title }) => network_title },
  { title: 'Адрес', of: ({ generated_address }) => generated_address },
  { title: 'Номер перевода', of: ({ transaction_hash }) => transaction_hash },
  { title: 'Создан (Москва)', as: 'moment', of: ({ created_at }) => new Date(created_at) },
  { title: 'Истекает (Москва)', as: 'moment', of: ({ expires_at }) => new Date(expires_at) },
  {
    title: 'Завершён (Москва)',
    as: 'moment',
    of: ({ completed_at }) => (completed_at === null ? null : new Date(completed_at))
  },
  { title: 'Подтвердил', of: ({ admin_confirmed_by }) => admin_confirmed_by },
  { title: 'Основание', of: ({ confirm_reason }) => confirm_reason }
]

export const sheetOf = (rows: readonly AdminPayment[]): Sheet => ({
  name: 'Платежи',
  columns: COLUMNS.map(({ of: _, ...column }) => column),
  rows: rows.map(payment => COLUMNS.map(column => column.of(payment)))
})

/** Hands all that the filter leaves to the browser as a file. @throws AskError, also where they are too many. */
export async function exportPayments(as: 'csv' | 'xlsx'): Promise<void> {
  const sheet = sheetOf(await allPayments())
  const name = fileName('platezhi', new Date(), as)
  if (as === 'csv') return saveFile(name, 'text/csv;charset=utf-8', csvOf(sheet))
  const { saveWorkbook } = await import('#site/lib/export/workbook.ts')
  await saveWorkbook(name, [sheet])
}

/** A payment that is made meanwhile moves the others on: none is told twice. */
async function allPayments(): Promise<AdminPayment[]> {
  const byId = new Map<string, AdminPayment>()
  for (let offset = 0, total = 1; offset < total; offset += ADMIN_PAGE_MAX) {
    const page = await ask<AdminPayments>(payments.pathOf(ADMIN_PAGE_MAX, offset), {
      shape: { payments: [], total: 0 }
    })
    if (page.total > ROWS_MAX) throw new AskError(TOO_MANY, BAD_REQUEST)
    for (const payment of page.payments) byId.set(payment.id, payment)
    total = page.total
  }
  return [...byId.values()]
}
