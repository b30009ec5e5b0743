import {
  COMPOUND_HEADS,
  COMPOUND_ROOTS,
  FEMALE_NAMES,
  HEAD_SURNAMES,
  MALE_NAMES,
  SURNAME_ROOTS
} from './names-table.ts'
import { createZipf, type Random } from './random.ts'

export interface GivenName {
  name: string
  diminutive: string
}

export interface MaleName extends GivenName {
  son: string
  daughter: string
}

export interface Surname {
  male: string
  female: string
}

const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map(line => line.split(' '))

const MALE: readonly MaleName[] = lines(MALE_NAMES).map(
  ([name = '', son = '', daughter = '', diminutive = '']) => ({ name, son, daughter, diminutive })
)
const FEMALE: readonly GivenName[] = lines(FEMALE_NAMES).map(([name = '', diminutive = '']) => ({
  name,
  diminutive
}))

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function bothForms(male: string): Surname {
  if (/(ов|ев|ёв|ин|ын)$/.test(male)) return { male, female: `${male}а` }
  if (male.endsWith('ский')) return { male, female: `${male.slice(0, -2)}ая` }
  return { male, female: male }
}

function withEnding(root: string, ending: 'ов' | 'ин' | 'ский' | 'енко' | 'ук'): string {
  const stem = root.replace(/[аеёиоуыэюяь]$/, '')
  const soft = /[жшчщц]$/.test(stem)
  if (ending === 'ов') return capital(stem + (soft ? 'ев' : 'ов'))
  if (ending === 'ский') return capital(stem + (soft ? 'евский' : 'овский'))
  return capital(stem + ending)
}

function makeSurnames(): Surname[] {
  const roots = SURNAME_ROOTS.split(/\s+/)
  const heads = COMPOUND_HEADS.split(' ')
  const compounds = COMPOUND_ROOTS.split(' ').flatMap(root => heads.map(head => head + root))
  const males = HEAD_SURNAMES.split(/\s+/)
  for (const ending of ['ов', 'ин', 'ский', 'енко', 'ук'] as const)
    males.push(...roots.map(root => withEnding(root, ending)))
  for (const ending of ['ов', 'ский', 'енко'] as const)
    males.push(...compounds.map(root => withEnding(root, ending)))
  return [...new Set(males)].map(bothForms)
}

export const SURNAMES: readonly Surname[] = makeSurnames()

/** The most frequent one covers 0.8 % of people. */
const surnamePlace = createZipf(SURNAMES.length, 0.85, 6)
const malePlace = createZipf(MALE.length, 0.8, 2)
const femalePlace = createZipf(FEMALE.length, 0.8, 2)

const at = <T>(list: readonly T[], place: number): T => {
  const item = list[place]
  if (item === undefined) throw new Error('no name at this place')
  return item
}

export const pickSurname = (random: Random) => at(SURNAMES, surnamePlace(random))
export const pickMale = (random: Random) => at(MALE, malePlace(random))
export const pickFemale = (random: Random) => at(FEMALE, femalePlace(random))

/** A deterministic neighbour in the list. */
export function nextGivenName(name: GivenName): GivenName {
  const list = MALE.includes(name as MaleName) ? MALE : FEMALE
  return at(list, (list.indexOf(name as MaleName) + 1) % list.length)
}
