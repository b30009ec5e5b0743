import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Arena, openArena } from './arena.ts'
import { type Crowd, countAnswers, LEFT } from './connections.ts'

const PEOPLE = 300
const ACCOUNTS = 24

let arena: Arena
beforeAll(async () => {
  arena = await openArena(PEOPLE, ACCOUNTS)
}, 60_000)
afterAll(() => arena.close())

/** A slice of the matrix of `connections.ts`: the defaults of a large machine, and as many processes as there may be. */
const SLICE: Crowd[] = [
  { threads: 4, processes: 1, clients: ACCOUNTS, searches: 3 },
  { threads: 6, processes: 2, clients: 16, searches: 2 },
  { threads: 1, processes: 3, clients: 16, searches: 3 }
]

test.each(SLICE)(
  'answers a crowd, whoever leaves, with $threads threads in $processes processes',
  async crowd => {
    const answers = await countAnswers(arena, crowd)
    expect(Object.keys(answers).sort()).toEqual(['200', LEFT])
    expect(answers['200']).toBeGreaterThanOrEqual((crowd.clients * crowd.searches) / 2)
  },
  60_000
)
