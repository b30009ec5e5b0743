import { HERO } from './example-family.ts'

/** What the search page offers to try: one query of each kind, all answered by the synthetic sources. */
export const EXAMPLES: readonly { label: string; query: string }[] = [
  { label: 'ФИО', query: HERO.name },
  { label: 'ФИО и дата рождения', query: `${HERO.name} ${HERO.born}` },
  { label: 'Телефон', query: HERO.phone },
  { label: 'E-mail', query: HERO.email },
  { label: 'ИНН', query: HERO.inn },
  { label: 'СНИЛС', query: HERO.snils },
  { label: 'Паспорт', query: HERO.passport },
  { label: 'Госномер', query: HERO.plate }
]
