export const LEDGER_KINDS = {
  signup: 'Регистрация',
  search: 'Поиск',
  refund: 'Возврат за поиск без ответа',
  payment: 'Оплата',
  manual: 'Зачислено администратором',
  admin: 'Изменение администратором',
  grant: 'Начисление при создании'
} as const
export type LedgerKind = keyof typeof LEDGER_KINDS
