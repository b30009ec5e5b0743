import type { Forms } from '#shared/texts/counts.ts'

export { counted, type Forms, formatCount, plural } from '#shared/texts/counts.ts'

export const RECORDS: Forms = ['запись', 'записи', 'записей']
export const SEARCHES: Forms = ['поиск', 'поиска', 'поисков']
