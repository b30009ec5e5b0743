/** Words of «Безопасность», none of which is a refusal of the API. */
export const SECURITY_TEXTS = {
  mustSetFactor:
    'Администратору нужен второй шаг входа. Добавьте ключ или включите коды: остальные страницы откроются после этого.'
} as const
