import { remembered } from './fold.ts'
import { givenNames } from './given-names.ts'
import type { NamePieces } from './names.ts'
import { readPatronymic } from './patronymic.ts'
import { surnameLikeness } from './surname.ts'

export interface NameParts {
  surname?: string
  given?: string
  patronymic?: string
}

/** s surname, g given name, m patronymic, in the order of the words; the number is how usual the order is. */
const ORDERS: Record<number, [string, number][]> = {
  1: [
    ['s', 0.3],
    ['g', 0],
    ['m', 0]
  ],
  2: [
    ['sg', 0.4],
    ['gs', 0.2],
    ['gm', 0.2],
    ['sm', -1],
    ['mg', -2],
    ['ss', -2.5]
  ],
  3: [
    ['sgm', 0.6],
    ['gms', 0.5],
    ['gsm', -1],
    ['smg', -0.8],
    ['mgs', -1.5],
    ['msg', -1.5],
    ['ssg', -0.4],
    ['gss', -0.4],
    ['sgg', -1.1],
    ['ggs', -1.4]
  ],
  4: [
    ['ssgm', 0.2],
    ['gmss', 0.2],
    ['sggm', 0],
    ['ggms', -0.2],
    ['gssm', -1],
    ['sgms', -1],
    ['sgmm', -1.5],
    ['sssg', -2]
  ],
  5: [
    ['sssgm', 0],
    ['ssggm', 0],
    ['gmsss', 0]
  ],
  6: [['ssssgm', 0]]
}
const INITIALS_ORDERS: Record<number, [string, number][]> = {
  1: [
    ['s', 0.8],
    ['g', -1]
  ],
  2: [
    ['sg', 0.4],
    ['ss', 0],
    ['gs', 0.2],
    ['gm', 0.3]
  ],
  3: [
    ['sgm', 0],
    ['gms', 0]
  ]
}

const NEAR = 4
/** Without a known given name or patronymic three words are rather «Ким Чен Ын» than a double surname. */
const DOUBLE_WITHOUT_ANCHOR = 2
const MOST_READINGS = 3
/** Two words in one role: no second guess beside a reading in which each word has its own. */
const DOUBLED = /(.)\1/

/** Gives the words of a name their roles, most likely reading first. */
export function assignRoles(pieces: NamePieces): NameParts[] {
  if (pieces.words.length === 0) return onlyInitials(pieces.initials)
  const orders = (pieces.initials.length > 0 ? INITIALS_ORDERS : ORDERS)[pieces.words.length] ?? []
  const fits = pieces.words.map(fitsOf)
  const anchored = pieces.words.some(word => givenNames(word).length > 0 || readPatronymic(word))
  const weighed = orders
    .map(([order, usual]) => ({ order, weight: usual + weightOf(fits, order, anchored) }))
    .sort((a, b) => b.weight - a.weight)
  const best = weighed[0]?.weight ?? 0
  const readings: NameParts[] = []
  for (const { order, weight } of weighed) {
    if (weight < best - NEAR || readings.length === MOST_READINGS) break
    if (readings.length > 0 && DOUBLED.test(order) && !DOUBLED.test(weighed[0]?.order ?? '')) continue
    const parts = withInitials(partsOf(pieces.words, order), pieces, order)
    if (parts) readings.push(parts)
  }
  return readings
}

function weightOf(fits: Fits[], order: string, anchored: boolean): number {
  let weight = order.includes('ss') && !anchored ? -DOUBLE_WITHOUT_ANCHOR : 0
  for (let at = 0; at < fits.length; at++) weight += fits[at]?.[order.charAt(at) as Role] ?? 0
  return weight
}

type Role = 's' | 'g' | 'm'
type Fits = Record<Role, number>

const fitsOf = remembered(
  (word: string): Fits => ({ s: fit(word, 's'), g: fit(word, 'g'), m: fit(word, 'm') })
)

/** How well a word fits a role. */
function fit(word: string, role: Role): number {
  const patronymic = readPatronymic(word)?.strength ?? 0
  if (role === 'm') return [-2.2, 1.8, 4][patronymic] ?? 0
  const given = givenNames(word)[0]
  const likeness = surnameLikeness(word)
  if (role === 'g') {
    if (given) return given.full ? 3 : 2.2
    return patronymic === 2 ? -2 : -0.5 * likeness
  }
  if (patronymic === 2) return 0
  if (patronymic === 1) return 1.5
  return (given ? -1 : 0.8) + likeness
}

function partsOf(words: string[], order: string): NameParts {
  const part = (role: string, glue: string) => words.filter((_, at) => order.charAt(at) === role).join(glue)
  const surname = part('s', '-')
  const given = part('g', '-')
  const patronymic = part('m', ' ')
  return { ...(surname && { surname }), ...(given && { given }), ...(patronymic && { patronymic }) }
}

/** Puts the initials in the places that the words leave free, in the order given name, patronymic, surname. */
function withInitials(parts: NameParts, pieces: NamePieces, order: string): NameParts | null {
  const initials = [...pieces.initials]
  if (initials.length === 0) return parts
  const filled = { ...parts }
  if (order === 'g' && givenNames(parts.given ?? '').length === 0) return null
  if (order === 'g' && initials.length === 1) return { ...filled, surname: initials[0] as string }
  if (!filled.given && initials.length > 0) filled.given = initials.shift() as string
  if (!filled.patronymic && initials.length > 0) filled.patronymic = initials.shift() as string
  if (!filled.surname && initials.length > 0) filled.surname = initials.shift() as string
  return initials.length > 0 ? null : filled
}

/** «И.И.И.» is surname, given name, patronymic; fewer initials are nobody. */
function onlyInitials(initials: string[]): NameParts[] {
  const [surname, given, patronymic] = initials
  return surname && given && patronymic ? [{ surname, given, patronymic }] : []
}
