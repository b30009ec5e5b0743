import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { genderOfGiven, isKnownGiven } from '#shared/identity/names/given-names.ts'
import { classifyNameWord } from '#shared/identity/names/name-word.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import {
  dateKeys,
  initialsKey,
  loneSurnameKey,
  pairKeys,
  sortedPair,
  tripleKey,
  wholeKey,
  yearOnlyKey
} from './keys.ts'
import {
  childForms,
  type NameForms,
  nameForms,
  otherFatherForms,
  partForms,
  uniqueForms,
  wordForms
} from './name-key.ts'
import type { MatchForm, PlanStep } from './types.ts'

/** A look-up for a name: a record must have all its keys. */
export type NameStep = Omit<PlanStep, 'reading'>

/** Full composites first, then initials, missing parts and halves of double names. */
export function nameSteps(name: PersonName | undefined): NameStep[] {
  if (!name) return []
  const forms = queryForms(name)
  const surnameOnly = forms.surnames.length > 0 && !name.given && !name.patronymic
  if (surnameOnly) return [...loneSurname(loneSurnameKey(name.surname ?? ''), forms), ...wholeSteps(name)]
  return [...formSteps(forms), ...wholeSteps(name), ...fatherSteps(name)]
}

/** All words in any order, when a part has several. */
function wholeSteps(name: PersonName): NameStep[] {
  const key = wholeKey(wordForms(name) ?? [])
  return key === null ? [] : [exact([key])]
}

function queryForms(name: PersonName): NameForms {
  const { given = '', patronymic = '' } = name
  const forms = nameForms(name)
  const others = patronymic === '' ? [] : otherFatherForms(patronymic, given)
  return others.length === 0
    ? forms
    : { ...forms, patronymics: uniqueForms([...forms.patronymics, ...others]) }
}

/** «Гейдар Фикрет»: the surname may be the name of the father. */
function fatherSteps({ surname = '', given = '', patronymic }: PersonName): NameStep[] {
  if (patronymic !== undefined) return []
  const pairs = isBareFather(surname) && isKnownGiven(given) ? [[given, surname] as const] : []
  if (isBareFather(given) && isKnownGiven(surname)) pairs.push([surname, given])
  return pairs.flatMap(([child, father]) =>
    [...partForms(father), ...childForms(father, child)].flatMap(form =>
      partForms(child).map(name => step('part', 1, [`t:${name}`, `t:${form}`]))
    )
  )
}

function isBareFather(word: string): boolean {
  if (word.length < 2 || word.includes('-')) return false
  const { patronymic, likeness, given } = classifyNameWord(word)
  return patronymic === 0 && (likeness === 0 || given !== null) && genderOfGiven(word) !== 'female'
}

export function nameStepsWith(
  name: PersonName | undefined,
  date: PartialDate | null,
  otherKeys: string[]
): NameStep[] {
  if (!name) return []
  const forms = queryForms(name)
  const steps = [...formSteps(forms), ...wholeSteps(name)]
  if (!date) return steps.map(one => beside(one, otherKeys))
  const dated = (some: NameStep[]) =>
    dateKeys(date).flatMap(key => some.map(one => beside(one, [key, ...otherKeys])))
  if (!date.day) return dated(steps)
  const whole = steps.filter(one => one.tier === 0)
  const loose = looserDates(date).flatMap(key =>
    whole.map(one => step('part', 1, [key, ...one.keys, ...otherKeys]))
  )
  if (forms.surnames.length === 0 || forms.givens.length === 0) return [...dated(steps), ...loose]
  const pairs = pairKeys({ ...forms, surnames: forms.surnames.slice(0, 1) })
  const dayKnown = pairs.map(pair => exact([`2d:${pair} ${isoDate(date)}`, ...otherKeys]))
  return [...dayKnown, ...dated(steps.filter(one => one.tier > 0)), ...loose]
}

const beside = ({ form, tier, keys }: NameStep, otherKeys: string[]): NameStep =>
  step(form, tier, [...keys, ...otherKeys])

/** Lists of the dead and of debtors often have the year alone, or swap day and month. */
function looserDates(date: PartialDate): string[] {
  const { year, month = 0, day = 0 } = date
  const exchanged = day <= 12 && day !== month ? dateKeys({ year, month: day, day: month }) : []
  return [yearOnlyKey(date), ...exchanged]
}

function loneSurname(surname: string, forms: NameForms): NameStep[] {
  const halves = forms.surnames.map(form => step('part', 1, [`t:${form}`]))
  return [{ form: 'exact', tier: 0, keys: [], surname }, ...halves]
}

export function formSteps(forms: NameForms): NameStep[] {
  const { surnames, givens, patronymics, givenInitials, patronymicInitial } = forms
  const [whole, ...halves] = surnames
  if (whole === undefined) return withoutSurname(forms)
  const looser = halves.flatMap(half => formSteps({ ...forms, surnames: [half] }).map(loosened))
  if (givens.length === 0 && givenInitials.length === 0) {
    const beside = patronymics.map(form => exact([`t:${whole}`, `t:${form}`]))
    return [...(beside.length > 0 ? beside : [exact([`t:${whole}`])]), ...looser]
  }
  const steps: NameStep[] = []
  if (givens.length === 0) {
    for (const given of givenInitials) {
      steps.push(step('initials', 0, [initialsKey('i', whole, given, patronymicInitial)]))
      if (patronymicInitial !== '') steps.push(step('part', 1, [initialsKey('n', whole, given)]))
      for (const form of patronymics)
        steps.push(step('initials', 0, [initialsKey('i', whole, given), `t:${form}`]))
    }
    return [...steps, ...looser]
  }
  for (const given of givens) {
    for (const form of patronymics) steps.push(exact([tripleKey(whole, given, form)]))
    if (patronymics.length === 0 && patronymicInitial === '')
      steps.push(exact([`2:${sortedPair(whole, given)}`]))
    else steps.push(step('part', 1, [`o:${sortedPair(whole, given)}`]))
  }
  for (const given of givenInitials) {
    if (patronymics.length === 0 && patronymicInitial !== '') {
      for (const form of givens) {
        steps.push(
          step('initials', 0, [
            `2:${sortedPair(whole, form)}`,
            initialsKey('i', whole, given, patronymicInitial)
          ])
        )
      }
    }
    if (patronymicInitial !== '')
      steps.push(step('initials', 1, [initialsKey('j', whole, given, patronymicInitial)]))
    else steps.push(step('initials', 1, [initialsKey('k', whole, given)]))
    steps.push(step('initials', 1, [initialsKey('j', whole, given)]))
  }
  return [...steps, ...looser]
}

/** Single words; the engine caps frequent ones. */
function withoutSurname({ givens, patronymics }: NameForms): NameStep[] {
  if (givens.length > 0 && patronymics.length > 0) {
    return givens.flatMap(given => patronymics.map(form => exact([`t:${given}`, `t:${form}`])))
  }
  return [...givens, ...patronymics].map(form => exact([`t:${form}`]))
}

function exact(keys: string[]): NameStep {
  return step('exact', 0, keys)
}

function step(form: MatchForm, tier: number, keys: string[]): NameStep {
  return { form, tier, keys }
}

function loosened(one: NameStep): NameStep {
  return { ...one, form: one.form === 'initials' ? 'initials' : 'part', tier: Math.max(one.tier, 1) }
}
