import type { Person } from '#api/db/seed/people.ts'
import type { Random } from '#api/db/seed/random.ts'
import { type Grammar, pickWeighted } from '../corpus-line.ts'

type Written = readonly [text: string, value: string]

const initial = (word: string) => word.charAt(0)

/** Of a whole name: three words in one of the orders. */
export function wholeName({ surname, givenName, patronymic }: Person, random: Random): Written {
  const value = `${surname} ${givenName} ${patronymic}`
  const text = pickWeighted(random, [
    [70, value],
    [22, `${givenName} ${patronymic} ${surname}`],
    [5, `${surname}, ${givenName} ${patronymic}`],
    [3, `${surname} ${givenName}  ${patronymic}`]
  ])
  return [letterCase(text, random), value]
}

/** Of a name with a part missing: two words, or initials. */
export function partOfName({ surname, givenName, patronymic }: Person, random: Random): Written {
  const [g, p] = [initial(givenName), initial(patronymic)]
  const twoWords = `${surname} ${givenName}`
  const initials = `${surname} ${g} ${p}`
  const [text, value] = pickWeighted<Written>(random, [
    [34, [twoWords, twoWords]],
    [24, [`${givenName} ${surname}`, twoWords]],
    [12, [`${surname} ${g}.${p}.`, initials]],
    [6, [`${surname} ${g}. ${p}.`, initials]],
    [6, [`${g}.${p}. ${surname}`, initials]],
    [3, [`${surname} ${g} ${p}`, initials]],
    [3, [`${surname} ${g}${p}`, initials]],
    [4, [`${surname} ${g}.`, `${surname} ${g}`]],
    [4, [`${givenName} ${patronymic}`, `${givenName} ${patronymic}`]],
    [12, [surname, surname]]
  ])
  return [value === initials ? text : letterCase(text, random), value]
}

/** As typed in haste, as in a form, as copied from a document. */
function letterCase(text: string, random: Random): string {
  return pickWeighted(random, [
    [60, text],
    [24, text.toLowerCase()],
    [11, text.toUpperCase()],
    [5, text.replace('ё', 'е')]
  ])
}

export const fullName: Grammar = (person, random) => {
  const [text, value] = wholeName(person, random)
  return { text, parts: [{ kind: 'full_name', value }] }
}

export const partialName: Grammar = (person, random) => {
  const [text, value] = partOfName(person, random)
  return { text, parts: [{ kind: 'full_name', value }] }
}

export const severalNames: Grammar = (person, random, other) => {
  const [one, oneValue] = [`${person.surname} ${person.givenName}`, `${person.surname} ${person.givenName}`]
  const [two, twoValue] = [`${other.surname} ${other.givenName}`, `${other.surname} ${other.givenName}`]
  return {
    text: `${one}${random.pick(['; ', ', ', '\n', ' и '])}${two}`,
    parts: [
      { kind: 'full_name', value: oneValue },
      { kind: 'full_name', value: twoValue }
    ]
  }
}
