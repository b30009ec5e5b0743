/** What payments, their networks and their troubles are called (`docs/payments.md`). */

export const PAYMENT_STATUSES = {
  pending: 'Ожидает оплаты',
  completed: 'Завершен',
  expired: 'Истек',
  cancelled: 'Отменен'
} as const
export type PaymentStatus = keyof typeof PAYMENT_STATUSES

/** What an administrator's table writes in place of «Ожидает оплаты». */
export const PENDING_SHORT = 'Ожидает'

/** What a person should know of a payment beside its status; of `none` there is nothing to say. */
export const PAYMENT_EXCEPTIONS = {
  none: '',
  partial: 'Пришло меньше',
  over: 'Пришло больше',
  late: 'Пришло после срока',
  marked: 'Подтверждён администратором',
  review: 'Ждёт решения администратора'
} as const
export type PaymentException = keyof typeof PAYMENT_EXCEPTIONS

/** Of a payment for which an administrator credited money that no rule could. */
export const ADMIN_CREDITED = 'Зачислено администратором'

/** Why money waits for an administrator's decision. */
export const REVIEW_REASONS = {
  after_window: 'Пришло позже семи дней после срока',
  cancelled: 'Пришло на отменённый платёж',
  deleted: 'Пришло на удалённый платёж',
  no_user: 'Владелец счёта удалён',
  too_large: 'Сумма больше, чем зачисляется без решения',
  no_room: 'На балансе нет места для стольких запросов'
} as const
export type ReviewReason = keyof typeof REVIEW_REASONS

/** How a network is: whether new money on it is noticed now. */
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
