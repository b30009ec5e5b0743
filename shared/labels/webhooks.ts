import { CREDITS_LOW } from '#shared/constants.ts'

export const WEBHOOK_EVENTS = {
  'list.done': 'Список готов',
  'payment.completed': 'Платёж зачислен',
  'credits.low': `Запросов осталось меньше ${CREDITS_LOW}`,
  'import.done': 'Загрузка закончена'
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

/** Sent by «Проверить». */
export const WEBHOOK_PING = 'ping'

export const WEBHOOK_FAILURES = {
  unresolved: 'такого имени нет',
  private_address: 'адрес ведёт внутрь сети',
  no_answer: 'нет соединения',
  late: 'нет ответа за 5 с',
  certificate: 'сертификат не подходит',
  redirect: 'переадресация',
  status: 'ответ с ошибкой',
  secret: 'секрет больше не действует: выпустите новый'
} as const
export type WebhookFailure = keyof typeof WEBHOOK_FAILURES
