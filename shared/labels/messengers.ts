export const CHANNELS = { telegram: 'Telegram', whatsapp: 'WhatsApp' } as const
export type Channel = keyof typeof CHANNELS

export const CHECK_TEXTS = {
  registered: 'номер зарегистрирован',
  notFound: 'номер не найден'
} as const

/** Kept apart from the answers, which not all pages carry. */
export const CHECK_FAILED = '❌ Ошибка при проверке:'
export const CHECK_FAILED_SOMEHOW = 'Неизвестная ошибка'

export const GATEWAY_FAILURES = {
  slow: 'сервис проверки не ответил вовремя',
  down: 'сервис проверки недоступен',
  testNumbersOnly: 'тестовый шлюз отвечает только о номерах +7 973–976'
} as const
export type GatewayFailure = keyof typeof GATEWAY_FAILURES
