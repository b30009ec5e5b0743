import type { Forms } from '#shared/texts/counts.ts'

export { counted, type Forms, formatCount, plural } from '#shared/texts/counts.ts'

export const RECORDS: Forms = ['запись', 'записи', 'записей']
/** Those of a list. */
export const ROWS: Forms = ['строка', 'строки', 'строк']
export const SEARCHES: Forms = ['поиск', 'поиска', 'поисков']
