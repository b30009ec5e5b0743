import { memoize } from '#shared/identity/text/memoize.ts'
import { givenNames } from './given-names.ts'
import { endsAsPatronymic, parsePatronymic } from './patronymic.ts'
import { surnameLikeness } from './surname.ts'

export type PartCode = 's' | 'g' | 'm'

export interface NameWord extends Readonly<Record<PartCode, number>> {
  /** 2: known father, usual ending; 1: ending only; 0: none. */
  patronymic: 0 | 1 | 2
  given: 'full' | 'short' | null
  /** 2: usual Russian surname ending; 1: rarer; 0: none. */
  likeness: 0 | 1 | 2
  /** A patronymic after a given name, elsewhere a surname: «Фокич». */
  patronymicEnding: boolean
  /** Not in the table, but with the ending of a given name: «Пантелей». */
  givenEnding: boolean
}

const GIVEN_ENDING =
  /^\p{L}{2,}(?:[бвдзлмпрстф]ий|[бвдзклмнпрстф]ей|[фдмлхрт]он|[фм]ан|[аи]л|[аеои]рат|слав|арх|арп|[её]м|им|аф|идор|ида|[лнрпф]ия)$/u

/** All that tables and endings tell of a word, in one cached look-up. */
export const classifyNameWord = memoize((word: string): NameWord => {
  const patronymic = parsePatronymic(word)?.strength ?? 0
  const [name] = givenNames(word)
  const given = name ? (name.full ? 'full' : 'short') : null
  const likeness = surnameLikeness(word)
  const patronymicEnding = endsAsPatronymic(word)
  const isOther = patronymic > 0 || given !== null || likeness === 2 || patronymicEnding
  const givenEnding = !isOther && GIVEN_ENDING.test(word)
  const traits = { patronymic, given, likeness, patronymicEnding, givenEnding } as const
  const father = name?.gender === 'male'
  return { ...traits, s: asSurname(traits), g: asGiven(traits), m: asPatronymic(traits, father) }
})

export function isGivenOrPatronymic({ given, patronymic }: NameWord): boolean {
  return given !== null || patronymic > 0
}

type WordTraits = Omit<NameWord, PartCode>

function asSurname({ patronymic, given, likeness, givenEnding }: WordTraits): number {
  if (patronymic === 2) return 0
  if (patronymic === 1) return 1.5
  return (given ? -1 : givenEnding ? 0.4 : 0.8) + likeness
}

function asGiven({ patronymic, given, likeness, givenEnding }: WordTraits): number {
  if (given) return given === 'full' ? 3 : 2.2
  if (givenEnding) return 0.8
  return patronymic === 2 ? -2 : -0.5 * likeness
}

/** A bare father's name, «Гейдар Фикрет», hardly looks like a surname. */
function asPatronymic(traits: WordTraits, father: boolean): number {
  const { patronymic, given, likeness, patronymicEnding } = traits
  if (patronymic > 0) return patronymic === 2 ? 4 : 1.8
  if (father || patronymicEnding) return 1.5
  return given || likeness > 0 ? -2.2 : 0.2
}

export const isNameWord = (word: string): boolean => {
  const nameWord = classifyNameWord(word)
  return nameWord.likeness === 2 || isGivenOrPatronymic(nameWord)
}
