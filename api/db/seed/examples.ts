import { EXAMPLE_PERSON } from './example-family.ts'

/** Suggestions of the search page: a query of each kind, all answered by the synthetic sources. */
export const EXAMPLES: readonly { label: string; query: string }[] = [
  { label: 'ФИО', query: EXAMPLE_PERSON.name },
  { label: 'ФИО и дата рождения', query: `${EXAMPLE_PERSON.name} ${EXAMPLE_PERSON.born}` },
  { label: 'Телефон', query: EXAMPLE_PERSON.phone },
  { label: 'E-mail', query: EXAMPLE_PERSON.email },
  { label: 'ИНН', query: EXAMPLE_PERSON.inn },
  { label: 'СНИЛС', query: EXAMPLE_PERSON.snils },
  { label: 'Паспорт', query: EXAMPLE_PERSON.passport },
  { label: 'Госномер', query: EXAMPLE_PERSON.plate }
]
