/** Says nothing about whether the person is known. */
export const requestTakenText = (isHandedOver: boolean): string =>
  isHandedOver
    ? 'Эта установка сообщений не отправляет: код из шести цифр вам передаст оператор.'
    : 'Если адрес указан верно, на него отправлен код из шести цифр.'
