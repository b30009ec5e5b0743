/** Words of the second step of a login. */
export const SECOND_STEP_TEXTS = {
  asked: 'Пароль верный. Теперь второй шаг: код из приложения, ключ или резервный код.',
  over: 'Время на второй шаг вышло. Войдите ещё раз.',
  codeHint: 'Шесть цифр или резервный код',
  backupHint: 'Каждый действует один раз',
  codeFailed: 'Не удалось проверить код',
  keyFailed: 'Ключ не ответил. Попробуйте ещё раз или войдите с паролем.',
  keySilent: 'Ключ не ответил. Попробуйте ещё раз или введите код.',
  keyAlone: 'Отпечаток, лицо или PIN устройства вместо пароля. Ключ добавляют на странице «Безопасность».'
} as const

/** Words of `BAD_CODE` where it is no code of an application that is in use. */
export const CODE_REFUSALS = {
  badFirstCode: 'Код не подошёл. Нужен код записи с этим ключом; проверьте и часы на телефоне.',
  badBackup: 'Резервный код не подошёл: он из прежнего набора или уже использован.'
} as const
