/** Of a search that is nobody's, or somebody else's: the two are not told apart. */
export const NO_SUCH_SEARCH = 'Такого поиска нет среди ваших: он удалён или его делал другой пользователь.'
