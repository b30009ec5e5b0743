/** Words of login and registration, fixed to the letter, none of which is a refusal of the API. */

export const SECURITY_CHECK_TEXTS = {
  loading: 'Загрузка проверки безопасности...',
  bypassed: '✓ Проверка безопасности пройдена (тестовый режим)',
  failed: 'Ошибка проверки безопасности',
  noStart: 'Ошибка инициализации Turnstile'
} as const

export const AUTH_TEXTS = {
  loginFailed: 'Ошибка авторизации',
  registrationFailed: 'Ошибка регистрации',
  registered: 'Регистрация прошла успешно! Теперь вы можете войти в систему.'
} as const
