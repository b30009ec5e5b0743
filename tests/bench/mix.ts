import type { Ask } from './load.ts'
import { exactQueries, frequentSurnames } from './queries.ts'
import { SEED, type Stage } from './stage.ts'

/** What people ask, in twentieths. */
const SHARES = [
  ['phone', 8],
  ['name', 6],
  ['inn', 2],
  ['dated', 2],
  ['surname', 1],
  ['miss', 1]
] as const
const TWENTIETHS = 20
const ROUNDS = 1_000
const MOST_OF_A_KIND = 8
const SURNAMES = 60

type Kind = (typeof SHARES)[number][0]

/** Something to search for. */
export interface Line {
  kind: string
  line: string
}

export const surnames = () => frequentSurnames(SEED, SURNAMES)

/** The searches of the mix in the order in which they are asked, all of different lines but the surnames. */
export function mixOf(stage: Pick<Stage, 'people'>): Line[] {
  const exact = exactQueries(stage.people, SEED, ROUNDS * MOST_OF_A_KIND)
  const lists = new Map<Kind, string[]>([
    ...SHARES.map(([kind]): [Kind, string[]] => [kind, exact.get(kind) ?? []]),
    ['surname', surnames()],
    ['miss', Array.from({ length: ROUNDS }, (_, at) => `nobody.${at}@example.net`)]
  ])
  const counts = new Map<Kind, number>()
  const take = (kind: Kind) => {
    const at = counts.get(kind) ?? 0
    counts.set(kind, at + 1)
    const lines = lists.get(kind) ?? []
    return { kind, line: lines[at % lines.length] ?? '' }
  }
  const pattern = evenly()
  return Array.from({ length: ROUNDS }, () => pattern.map(take)).flat()
}

/** Twenty kinds in which each is as far from its next as can be. */
function evenly(): Kind[] {
  return SHARES.flatMap(([kind, share]) =>
    Array.from({ length: share }, (_, at) => ({ kind, at: ((at + 0.5) * TWENTIETHS) / share }))
  )
    .sort((a, b) => a.at - b.at)
    .map(({ kind }) => kind)
}

export const searchAsk = ({ kind, line }: Line): Ask => ({
  kind,
  method: 'POST',
  path: '/api/search/perform',
  body: JSON.stringify({ query: line })
})
