/** Beside each record of a list of losses. */
export const CASUALTY_WARNING =
  'Запись из списка потерь. Она может относиться к однофамильцу: сверьте дату рождения. Вывод о судьбе человека по этой записи делать нельзя.'
