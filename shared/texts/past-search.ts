/** The same for a missing search and somebody else's. */
export const NO_SUCH_SEARCH = 'Такого поиска нет среди ваших: он удалён или его делал другой пользователь.'
