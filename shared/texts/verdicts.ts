import type { PersonKind } from '#shared/contracts/person.ts'

/** Kept apart from the labels, which are used without a form. */
export const VERDICT_QUESTIONS: Record<PersonKind, string> = {
  person: 'Это тот, кого вы ищете?',
  organisation: 'Это та, которую вы ищете?'
}
export const PAIR_VERDICT_QUESTIONS: Record<PersonKind, string> = {
  person: 'Это один человек?',
  organisation: 'Это одна организация?'
}

/** Replaces the form of a person who has left the page. */
export const STRANDED_DRAFT = 'Не сохранён вывод о том, кого на этой странице больше нет.'

export const VERDICT_HINT = 'Вывод видите только вы. Его можно изменить.'

/** The same for a missing verdict and somebody else's. */
export const NO_SUCH_VERDICT = 'Такого вывода в этом поиске нет: его не было, или он уже отменён.'
