/** Shown by code on the page where a provider's login ends. */
export const PROVIDER_REFUSALS = {
  ACCOUNT_BLOCKED: 'Учётная запись заблокирована. Обратитесь к администратору.',
  OVERLOADED: 'Сейчас входит слишком много людей. Попробуйте через несколько секунд.',
  TOO_MANY_LOGINS: 'Слишком много попыток входа. Попробуйте через несколько минут.',
  USERNAME_TAKEN: 'Для вас не нашлось свободного имени. Обратитесь к администратору.',
  OIDC_DENIED: 'Вход через провайдера отменён. Войдите ещё раз или с паролем.',
  OIDC_STALE: 'Вход через провайдера устарел. Начните его заново.',
  OIDC_BAD_ANSWER: 'Ответ провайдера не прошёл проверку. Сообщите администратору.',
  OIDC_DOWN: 'Провайдер входа не отвечает. Попробуйте позже или войдите с паролем.'
} as const
export type ProviderRefusal = keyof typeof PROVIDER_REFUSALS
