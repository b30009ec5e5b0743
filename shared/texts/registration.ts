/** Words of a registration, fixed to the letter, none of which is a refusal of the API. */
export const REGISTRATION_TEXTS = {
  failed: 'Ошибка регистрации',
  done: 'Регистрация прошла успешно! Теперь вы можете войти в систему.'
} as const
