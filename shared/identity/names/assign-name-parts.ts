import { givenNames } from './given-names.ts'
import { classifyNameWord, isGivenOrPatronymic, type NameWord, type PartCode } from './name-word.ts'
import type { NamePieces } from './split-name.ts'

export interface NameParts {
  surname?: string
  given?: string
  patronymic?: string
}

/** s surname, g given name, m patronymic, in word order; the number is the weight of the order. */
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
    ['sm', -2.5],
    ['ms', -2.6],
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

const MOST_WORDS = 6
const NEAR = 3
/** Without a known part three words are rather «Ким Чен Ын» than a double surname. */
const DOUBLE_WITHOUT_ANCHOR = 2
const FATHER_WITHOUT_ANCHOR = 2.4
export const PARSES_MAX = 3
const DOUBLED = /(.)\1/

interface Order {
  order: string
  roles: PartCode[]
  prior: number
  doubled: boolean
  doubleSurname: boolean
  withPatronymic: boolean
}

const tableOf = (table: Record<number, [string, number][]>): Order[][] =>
  Array.from({ length: MOST_WORDS + 1 }, (_, words) =>
    (table[words] ?? []).map(([order, prior]) => ({
      order,
      roles: [...order] as PartCode[],
      prior,
      doubled: DOUBLED.test(order),
      doubleSurname: order.includes('ss'),
      withPatronymic: order.includes('m')
    }))
  )
const WITHOUT_INITIALS = tableOf(ORDERS)
const BESIDE_INITIALS = tableOf(INITIALS_ORDERS)

/** Likeliest assignments first, `most` at most. */
export function assignNameParts(pieces: NamePieces, most = PARSES_MAX): NameParts[] {
  const { words, initials } = pieces
  if (words.length === 0) return onlyInitials(initials)
  const orders = (initials.length > 0 ? BESIDE_INITIALS : WITHOUT_INITIALS)[words.length] ?? []
  const weights = weightsOf(orders, words.map(classifyNameWord))
  const best = Math.max(...weights)
  const isDoubled = orders[weights.indexOf(best)]?.doubled
  const readings: NameParts[] = []
  while (readings.length < most) {
    const weight = Math.max(...weights)
    const at = weights.indexOf(weight)
    const order = orders[at]
    if (!order || weight < best - NEAR) break
    weights[at] = Number.NEGATIVE_INFINITY
    if (readings.length > 0 && order.doubled && !isDoubled) continue
    const parts = withInitials(partsOf(words, order.roles), pieces, order.order)
    if (parts) readings.push(parts)
  }
  return readings
}

function weightsOf(orders: Order[], classified: NameWord[]): number[] {
  const anchored = classified.some(isGivenOrPatronymic)
  const withFather =
    anchored || classified.some(({ likeness, patronymicEnding }) => likeness === 2 || patronymicEnding)
  return orders.map(order => {
    let weight = order.prior + weightOf(classified, order.roles)
    if (!anchored && order.doubleSurname) weight -= DOUBLE_WITHOUT_ANCHOR
    if (!withFather && order.withPatronymic) weight -= FATHER_WITHOUT_ANCHOR
    return weight
  })
}

function weightOf(classified: NameWord[], roles: PartCode[]): number {
  let weight = 0
  for (let at = 0; at < classified.length; at++)
    weight += weightIn(roles[at] as PartCode, classified[at] as NameWord)
  return weight
}

function weightIn(role: PartCode, { s, g, m }: NameWord): number {
  return role === 's' ? s : role === 'g' ? g : m
}

function partsOf(words: string[], roles: PartCode[]): NameParts {
  const parts: NameParts = {}
  const surname = joined(words, roles, 's', '-')
  const given = joined(words, roles, 'g', '-')
  const patronymic = joined(words, roles, 'm', ' ')
  if (surname !== '') parts.surname = surname
  if (given !== '') parts.given = given
  if (patronymic !== '') parts.patronymic = patronymic
  return parts
}

function joined(words: string[], roles: PartCode[], role: PartCode, glue: string): string {
  let text = ''
  for (let at = 0; at < words.length; at++) {
    if (roles[at] === role) text = text === '' ? (words[at] ?? '') : text + glue + words[at]
  }
  return text
}

/** Fills free parts with initials: given name, patronymic, surname. */
function withInitials(parts: NameParts, pieces: NamePieces, order: string): NameParts | null {
  if (pieces.initials.length === 0) return parts
  const initials = [...pieces.initials]
  const filled = { ...parts }
  if (order === 'g' && givenNames(parts.given ?? '').length === 0) return null
  if (order === 'g' && initials.length === 1) return { ...filled, surname: initials[0] as string }
  if (!filled.given && initials.length > 0) filled.given = initials.shift() as string
  if (!filled.patronymic && initials.length > 0) filled.patronymic = initials.shift() as string
  if (!filled.surname && initials.length > 0) filled.surname = initials.shift() as string
  return initials.length > 0 ? null : filled
}

/** «И.И.И.» is a full name; fewer initials are nobody. */
function onlyInitials(initials: string[]): NameParts[] {
  const [surname, given, patronymic] = initials
  return surname && given && patronymic ? [{ surname, given, patronymic }] : []
}
