/** Refusals that forms check first. `problems.ts` takes them from here, so that a page carries only these. */
export const FORM_REFUSALS = {
  BAD_INPUT: 'Неверные параметры запроса',
  SECURITY_CHECK_MISSING: 'Пожалуйста, пройдите проверку безопасности',
  SECURITY_CHECK_FAILED: 'Ошибка проверки безопасности. Попробуйте еще раз.',
  PASSWORDS_DIFFER: 'Новый пароль и подтверждение не совпадают',
  BAD_LIMIT: 'limit — целое число от 10 до 10 000',
  TOKEN_EXISTS: 'У вас уже есть токен (больше одного нельзя).'
} as const
