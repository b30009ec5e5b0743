import type { Random } from '#api/db/seed/random.ts'
import type { Grammar } from '../corpus-line.ts'
import {
  FEMALE_GIVEN,
  FEMALE_PATRONYMIC,
  FEMALE_SURNAME,
  MALE_GIVEN,
  MALE_PATRONYMIC,
  MALE_SURNAME
} from '../oblique-table.ts'

/** The nominative with the four cases that a name stands in. */
type Declension = readonly string[]

const declensions = (table: string): readonly Declension[] =>
  table
    .trim()
    .split('\n')
    .map(line => line.split(' '))

const MEN = [MALE_SURNAME, MALE_GIVEN, MALE_PATRONYMIC].map(declensions)
const WOMEN = [FEMALE_SURNAME, FEMALE_GIVEN, FEMALE_PATRONYMIC].map(declensions)

const inCase = (words: readonly Declension[], place: number) =>
  words.map(forms => forms[place] ?? forms[0] ?? '').join(' ')

const pickName = (random: Random, isWoman: boolean) =>
  (isWoman ? WOMEN : MEN).map(list => random.pick(list)).slice(0, random.chance(0.6) ? 3 : 2)

/** «Иванову Ивану Петровичу», as in letters and orders. */
export const oblique: Grammar = ({ female }, random) => {
  const words = pickName(random, female)
  return {
    text: inCase(words, random.between(1, 4)),
    parts: [{ kind: 'full_name', value: inCase(words, 0) }]
  }
}
