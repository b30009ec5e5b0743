import { makePeople, type Person } from '#api/db/seed/people.ts'
import { createRandom } from '#api/db/seed/random.ts'
import {
  nameAndContact,
  nameAndDate,
  nameAndIdentifier,
  nameAndPlace,
  nameAndWork,
  paste
} from './classes/combined.ts'
import { damaged, latin, layout } from './classes/damaged.ts'
import { fullName, partialName, severalNames } from './classes/names.ts'
import { oblique } from './classes/oblique.ts'
import { phrase } from './classes/phrases.ts'
import { address, email, identifier, organisation, phone } from './classes/values.ts'
import type { CorpusLine, Grammar } from './corpus-line.ts'

/*
 * How often desks type each class. There is no log of real queries, and there must be none: the weights are judged from
 * what the desks of the specification do. They check a person whom a document names (names, names with dates: a half),
 * or a contact or a number that they were given (a quarter); the rest is what people paste and write around it.
 */
const CLASSES: Record<string, readonly [weight: number, grammar: Grammar]> = {
  ФИО: [18, fullName],
  'ФИО и дата': [18, nameAndDate],
  'часть имени': [7, partialName],
  'ФИО и телефон или почта': [6, nameAndContact],
  'ФИО и номер': [5, nameAndIdentifier],
  'ФИО и место': [3, nameAndPlace],
  'ФИО и работа': [2, nameAndWork],
  телефон: [9, phone],
  'номер документа': [9, identifier],
  почта: [3, email],
  вставка: [6, paste],
  фраза: [5, phrase],
  'косвенный падеж': [3, oblique],
  латиница: [2, latin],
  раскладка: [1.5, layout],
  'опечатки и сканы': [4, damaged],
  организация: [3, organisation],
  адрес: [3, address],
  'двое в строке': [1, severalNames]
}

export type LineClass = string

/** The lines of a seed by class, in all about `count`; equal for an equal seed. */
export function makeCorpus(seed: number, count = 5_000): Map<LineClass, readonly CorpusLine[]> {
  const people = [...makePeople(Math.max(2_000, count), seed)].map(({ person }) => person)
  const total = Object.values(CLASSES).reduce((sum, [weight]) => sum + weight, 0)
  return new Map(
    Object.entries(CLASSES).map(([name, [weight, grammar]], stream) => {
      const random = createRandom(seed, 7_000 + stream)
      const anyone = (): Person => random.pick(people)
      const size = Math.round((count * weight) / total)
      return [name, Array.from({ length: size }, () => grammar(anyone(), random, anyone()))]
    })
  )
}
