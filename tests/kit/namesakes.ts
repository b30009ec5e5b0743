/** Columns of `namesakeRows`, the number of the record first. */
export const NAMESAKE_COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const },
  { label: 'Телефон', kind: 'phone' as const }
]

/** Rows of as many people, up to ninety, who have nothing but a surname in common. */
export const namesakeRows = (surname: string, count: number): string[][] =>
  Array.from({ length: count }, (_, at) => [`${at}`, surname, `+7 973 100-00-${10 + at}`])
