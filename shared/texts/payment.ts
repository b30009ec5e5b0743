export const PAYMENT_TEXTS = {
  notSignedIn: 'Необходимо войти в систему для доступа к платежам',
  createFailed: 'Ошибка создания платежа'
} as const
