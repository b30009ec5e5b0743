import type { LateReason } from '#shared/labels/lists.ts'

/** The same for a missing list and somebody else's. */
export const NO_SUCH_LIST = 'Такого списка нет среди ваших: он удалён или его делал другой пользователь.'

/** Rows were left out or taken in since the button said what they cost. */
export const PRICE_CHANGED = 'Цена изменилась. Проверьте её и начните поиск ещё раз.'

/** Of a row whose person may not be shown now. */
export const ROW_WITHDRAWN = 'Эта строка больше не показывается: вывод о ней не сделать.'

/** Why an answer is not there yet. */
export const LATE_TEXTS: Record<LateReason, string> = {
  SOURCE_SILENT: 'Ответили не все источники.',
  BEING_PREPARED: 'Записи готовятся к поиску, найтись могло не всё.'
}
