/** What a call is about, by its path: the first that fits. */
const TAGS: readonly (readonly [name: string, path: RegExp, description: string])[] = [
  ['Программам', /^\/api\/(search|balance)$/, 'Поиск и остаток по токену.'],
  ['Агентам', /^\/api\/mcp/, 'Model Context Protocol: инструменты для агентов, по токену.'],
  ['OpenRefine', /^\/api\/reconcile/, 'Сопоставление таблиц: Reconciliation API 0.2, по токену.'],
  ['Списки', /^\/api\/lists/, 'Поиск списком, по сеансу или по токену.'],
  ['Токены', /token/, 'Токены API своего счёта.'],
  ['Платежи', /payment/, 'Пополнение счёта и проверка платежей.'],
  ['Пользователи', /\/admin\/users/, 'Счета пользователей, для администратора.'],
  [
    'Источники',
    /\/(es_indices|es_performance|imports|statistics)/,
    'Источники, загрузка и скорость, для администратора.'
  ],
  ['Администрирование', /\/admin\//, 'Настройки, новости, исключения и журнал, для администратора.'],
  ['Вход', /^\/(api\/auth|refresh)/, 'Регистрация, вход и сеанс.'],
  ['Профиль', /^\/api\/profile/, 'Пароль и настройки.'],
  ['История', /history|verdicts/, 'Прежние поиски и выводы о людях.'],
  ['Мессенджеры', /check_(telegram|whatsapp)/, 'Есть ли номер в мессенджере.'],
  ['Новости', /^\/api\/news/, 'Новости сервиса.'],
  ['Поиск', /^\/api\/search/, 'Поиск страницы: ответ, «ещё», сравнение.'],
  ['Персональные данные', /^\/api\/privacy/, 'Обращения людей о данных о них, без счёта.'],
  ['Состояние', /^\/api\/health/, 'Работает ли процесс и готов ли он отвечать.'],
  ['Описание', /openapi/, 'Этот документ.']
]

export const tagOf = (path: string): string | undefined => TAGS.find(([, pattern]) => pattern.test(path))?.[0]

export const tagList = () => TAGS.map(([name, , description]) => ({ name, description }))
