export const PAYMENT_STATUSES = {
  pending: 'Ожидает оплаты',
  completed: 'Завершен',
  expired: 'Истек',
  cancelled: 'Отменен'
} as const
export type PaymentStatus = keyof typeof PAYMENT_STATUSES

export const PENDING_SHORT = 'Ожидает'

/** `none` has no text. */
export const PAYMENT_EXCEPTIONS = {
  none: '',
  partial: 'Пришло меньше',
  over: 'Пришло больше',
  late: 'Пришло после срока',
  marked: 'Подтверждён администратором',
  review: 'Ждёт решения администратора'
} as const
export type PaymentException = keyof typeof PAYMENT_EXCEPTIONS

/** Credited by hand because no rule applied. */
export const ADMIN_CREDITED = 'Зачислено администратором'

export const REVIEW_REASONS = {
  after_window: 'Пришло позже семи дней после срока',
  cancelled: 'Пришло на отменённый платёж',
  deleted: 'Пришло на удалённый платёж',
  no_user: 'Владелец счёта удалён',
  too_large: 'Сумма больше, чем зачисляется без решения',
  no_room: 'На балансе нет места для стольких запросов'
} as const
export type ReviewReason = keyof typeof REVIEW_REASONS

export const NETWORK_STATES = {
  starting: 'Проверяется',
  ok: 'Работает',
  behind: 'Отстаёт',
  down: 'Не отвечает',
  halted: 'Остановлена'
} as const
export type NetworkState = keyof typeof NETWORK_STATES

export const NETWORK_TITLES = {
  tron: 'TRON (TRC-20)',
  ethereum: 'Ethereum (ERC-20)',
  bnb: 'BNB Chain (BEP-20)',
  polygon: 'Polygon',
  local: 'Местная тестовая сеть',
  sandbox: 'Песочница'
} as const
export type NetworkKey = keyof typeof NETWORK_TITLES
