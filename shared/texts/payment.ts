/** Words of /payment, fixed to the letter, none of which is a refusal of the API. */

export const PAYMENT_TEXTS = {
  notSignedIn: 'Необходимо войти в систему для доступа к платежам',
  createFailed: 'Ошибка создания платежа'
} as const
