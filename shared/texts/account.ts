/** Exact texts of login and registration that are no refusals of the API. */

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

export const SECOND_STEP_TEXTS = {
  asked: 'Пароль верный. Теперь второй шаг: код из приложения, ключ или резервный код.',
  codeHint: 'Шесть цифр или резервный код',
  backupHint: 'Каждый действует один раз',
  codeFailed: 'Не удалось проверить код',
  keyFailed: 'Ключ не ответил. Попробуйте ещё раз или войдите с паролем.',
  keyAlone: 'Отпечаток, лицо или PIN устройства вместо пароля. Ключ добавляют на странице «Безопасность».'
} as const
