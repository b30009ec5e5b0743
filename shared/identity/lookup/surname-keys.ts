import { genderOfSurname } from '#shared/identity/names/surname.ts'
import type { PlanStep, SurnameForm } from './types.ts'

const MARKS: Record<SurnameForm, string> = { male: ' m', female: ' f', common: '' }
const FORMS: readonly SurnameForm[] = ['male', 'common', 'female']

/** The form in which a surname is written. */
export const surnameFormOf = (surname: string): SurnameForm => genderOfSurname(surname) ?? 'common'

/** Forms of a surname, the typed one first, that of the other gender last. */
export const formsFrom = (typed: SurnameForm): SurnameForm[] =>
  typed === 'female' ? FORMS.toReversed() : [typed, ...FORMS.filter(form => form !== typed)]

/** @param key That of all forms together (`loneSurnameKey`). */
export const markedSurnameKey = (key: string, form: SurnameForm): string => key + MARKS[form]

/** Values of the surname column that a lone surname stands for. */
export function surnameKeysOf({ surname, surnameForm }: PlanStep): string[] {
  if (surname === undefined) return []
  const forms = surnameForm ? [surnameForm] : FORMS
  return forms.map(form => markedSurnameKey(surname, form))
}
