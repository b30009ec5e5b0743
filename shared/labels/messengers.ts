export const CHANNELS = { telegram: 'Telegram', whatsapp: 'WhatsApp' } as const
export type Channel = keyof typeof CHANNELS

export const CHECK_TEXTS = {
  registered: 'номер зарегистрирован',
  notFound: 'номер не найден'
} as const

/** Apart from the answers, so that a page carries only what it says itself. */
export const CHECK_FAILED = '❌ Ошибка при проверке:'
export const CHECK_FAILED_SOMEHOW = 'Неизвестная ошибка'

/** Why a messenger check gave no answer. */
export const GATEWAY_FAILURES = {
  slow: 'сервис проверки не ответил вовремя',
  down: 'сервис проверки недоступен',
  testNumbersOnly: 'тестовый шлюз отвечает только о номерах +7 973–976'
} as const
export type GatewayFailure = keyof typeof GATEWAY_FAILURES
