/** Exact texts of login and its security check that are no refusals of the API. */

export const SECURITY_CHECK_TEXTS = {
  loading: 'Загрузка проверки безопасности...',
  bypassed: '✓ Проверка безопасности пройдена (тестовый режим)',
  failed: 'Ошибка проверки безопасности',
  noStart: 'Ошибка инициализации Turnstile'
} as const

export const LOGIN_FAILED = 'Ошибка авторизации'
