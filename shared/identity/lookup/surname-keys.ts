import { genderOfSurname } from '#shared/identity/names/surname.ts'
import type { PlanStep, SurnameForm } from './types.ts'

const MARKS: Record<SurnameForm, string> = { male: ' m', female: ' f', common: '' }
const FORMS: readonly SurnameForm[] = ['male', 'common', 'female']

export const surnameFormOf = (surname: string): SurnameForm => genderOfSurname(surname) ?? 'common'

/** Forms in the order of look-up: as typed first, the other gender last. */
export const formsFrom = (typed: SurnameForm): SurnameForm[] =>
  typed === 'female' ? FORMS.toReversed() : [typed, ...FORMS.filter(form => form !== typed)]

/** @param key Key of all forms together (`loneSurnameKey`). */
export const markedSurnameKey = (key: string, form: SurnameForm): string => key + MARKS[form]

export function surnameKeysOf({ surname, surnameForm }: PlanStep): string[] {
  if (surname === undefined) return []
  const forms = surnameForm ? [surnameForm] : FORMS
  return forms.map(form => markedSurnameKey(surname, form))
}
