/** Of a list that is nobody's, or somebody else's: the two are not told apart. */
export const NO_SUCH_LIST = 'Такого списка нет среди ваших: он удалён или его делал другой пользователь.'
