/**
 * Refusals that a form can say before it asks. They stand apart from the catalogue in `problems.ts`, which takes its
 * texts from here, so that a page carries these few and not every refusal of the product.
 */
export const FORM_REFUSALS = {
  BAD_INPUT: 'Неверные параметры запроса',
  SECURITY_CHECK_MISSING: 'Пожалуйста, пройдите проверку безопасности',
  SECURITY_CHECK_FAILED: 'Ошибка проверки безопасности. Попробуйте еще раз.',
  PASSWORDS_DIFFER: 'Новый пароль и подтверждение не совпадают',
  BAD_LIMIT: 'limit — целое число от 10 до 10 000',
  TOKEN_EXISTS: 'У вас уже есть токен (больше одного нельзя).'
} as const
