/** Words of the notifications to users' systems, fixed to the letter, none of which is a refusal of the API. */

export const WEBHOOK_TEXTS = {
  about:
    'Шлём, что событие есть, его номер и числа. Имена и значения наружу не уходят: за ними приходят сюда.',
  addressHint: 'Только https и только открытый в интернете адрес, без переадресаций. Ждём ответа 5 с',
  saved: 'Сохранено',
  saveFailed: 'Не удалось сохранить адрес',
  actFailed: 'Не удалось: попробуйте ещё раз',
  removed: 'Адрес удалён',
  secretTitle: 'Секрет подписи',
  secretOnce: 'Скопируйте секрет сейчас: целиком он больше не появится.',
  renewTitle: 'Выпустить новый секрет?',
  renewText: 'Прежний секрет перестанет действовать сразу.',
  removeTitle: 'Удалить адрес?',
  removeText: 'Всё, что ему ещё не доставлено, доставлено не будет. Это действие нельзя отменить.'
} as const

/** How a delivery stands. */
export const DELIVERY_STATES = {
  waiting: 'ждёт',
  delivered: 'доставлено',
  failed: 'не доставлено за 24 часа'
} as const
