import type { PersonKind } from '#shared/contracts/person.ts'

/** Apart from the words of verdicts, which are needed where nobody concludes anything. */
export const VERDICT_QUESTIONS: Record<PersonKind, string> = {
  person: 'Это тот, кого вы ищете?',
  organisation: 'Это та, которую вы ищете?'
}
export const PAIR_VERDICT_QUESTIONS: Record<PersonKind, string> = {
  person: 'Это один человек?',
  organisation: 'Это одна организация?'
}

/** In place of a form whose person is gone from the page. */
export const STRANDED_DRAFT = 'Не сохранён вывод о том, кого на этой странице больше нет.'

/** A verdict is its author's alone. */
export const VERDICT_HINT = 'Вывод видите только вы. Его можно изменить.'

/** Of a verdict that was taken back, of somebody else's and of none: they are not told apart. */
export const NO_SUCH_VERDICT = 'Такого вывода в этом поиске нет: его не было, или он уже отменён.'
