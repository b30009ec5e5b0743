/** The same for a missing list and somebody else's. */
export const NO_SUCH_LIST = 'Такого списка нет среди ваших: он удалён или его делал другой пользователь.'
