import { memoize } from '#shared/identity/text/memoize.ts'
import { givenNames } from './given-names.ts'
import { parsePatronymic } from './patronymic.ts'
import { surnameLikeness } from './surname.ts'

/** s surname, g given name, m patronymic. */
export type PartCode = 's' | 'g' | 'm'

/** Traits of a word as a part of a name, and how well it fits each part. */
export interface NameWord extends Readonly<Record<PartCode, number>> {
  /** 2: a known father with a usual ending; 1: only the ending; 0: no patronymic. */
  patronymic: 0 | 1 | 2
  /** Its form in the table of given names. */
  given: 'full' | 'short' | null
  /** How much it looks like a surname: 2 a usual Russian ending, 1 a rarer one, 0 none. */
  likeness: 0 | 1 | 2
}

/** All that tables and endings tell of a word, in one cached look-up. */
export const classifyNameWord = memoize((word: string): NameWord => {
  const patronymic = parsePatronymic(word)?.strength ?? 0
  const [name] = givenNames(word)
  const given = name ? (name.full ? 'full' : 'short') : null
  const likeness = surnameLikeness(word)
  const traits = { patronymic, given, likeness } as const
  const father = name?.gender === 'male'
  return { ...traits, s: asSurname(traits), g: asGiven(traits), m: asPatronymic(traits, father) }
})

/** True for a given name or a patronymic, which surely belong to a person. */
export function isAnchor({ given, patronymic }: NameWord): boolean {
  return given !== null || patronymic > 0
}

type WordTraits = Pick<NameWord, 'patronymic' | 'given' | 'likeness'>

function asSurname({ patronymic, given, likeness }: WordTraits): number {
  if (patronymic === 2) return 0
  if (patronymic === 1) return 1.5
  return (given ? -1 : 0.8) + likeness
}

function asGiven({ patronymic, given, likeness }: WordTraits): number {
  if (given) return given === 'full' ? 3 : 2.2
  return patronymic === 2 ? -2 : -0.5 * likeness
}

/** Without an ending it is a father's bare name, «Гейдар Фикрет»: hardly a word that looks like a surname. */
function asPatronymic({ patronymic, given, likeness }: WordTraits, father: boolean): number {
  if (patronymic > 0) return patronymic === 2 ? 4 : 1.8
  if (father) return 1.5
  return given || likeness > 0 ? -2.2 : 0.2
}
