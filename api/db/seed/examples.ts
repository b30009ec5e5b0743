import { EXAMPLE_PERSON } from './example-family.ts'

/** Suggestions of the search page. */
export const EXAMPLES: readonly { label: string; query: string }[] = [
  { label: 'ФИО и дата рождения', query: `${EXAMPLE_PERSON.name} ${EXAMPLE_PERSON.born}` },
  { label: 'Не та раскладка', query: 'Ghbvthjd Bkmz Fylhttdbx' },
  { label: 'Опечатка', query: 'Примреов Илья Андреевич' },
  { label: 'Латиница', query: 'Primerov Ilya Andreevich' },
  { label: 'Инициалы', query: 'Примеров И. А. 1981' },
  { label: 'Телефон', query: EXAMPLE_PERSON.phone },
  { label: 'ИНН', query: EXAMPLE_PERSON.inn },
  { label: 'Паспорт', query: EXAMPLE_PERSON.passport },
  { label: 'Госномер', query: EXAMPLE_PERSON.plate }
]
