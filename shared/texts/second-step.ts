/** Words of the second step of a login, none of which is a refusal of the API. */
export const SECOND_STEP_TEXTS = {
  asked: 'Пароль верный. Теперь второй шаг: код из приложения, ключ или резервный код.',
  codeHint: 'Шесть цифр или резервный код',
  backupHint: 'Каждый действует один раз',
  codeFailed: 'Не удалось проверить код',
  keyFailed: 'Ключ не ответил. Попробуйте ещё раз или войдите с паролем.',
  keySilent: 'Ключ не ответил. Попробуйте ещё раз или введите код.',
  keyAlone: 'Отпечаток, лицо или PIN устройства вместо пароля. Ключ добавляют на странице «Безопасность».'
} as const
