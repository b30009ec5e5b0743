import { seedPeople } from '#api/db/seed/demo.ts'
import { recordsOf } from '#api/db/seed/generate.ts'
import { makePeople, type Person } from '#api/db/seed/people.ts'
import { createRandom } from '#api/db/seed/random.ts'
import { passGate } from '#api/engines/gate.ts'
import { type SearchFindings, search } from '#api/engines/search.ts'
import { parseLine } from '#api/features/search/parse-query.ts'
import { type RankedAnswer, rank } from '#api/features/search/rank.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

/** Generated people with the records that the sources have of them, loaded into a real product. */
export interface Truth {
  app: TestApp
  seed: number
  people: readonly Person[]
  /** Ids of the records of each person, by the person's number. */
  recordsOf: ReadonlyMap<number, readonly string[]>
  personOf: ReadonlyMap<string, number>
  ask(line: string): Promise<Asked>
  close(): Promise<void>
}

export interface Asked {
  findings: SearchFindings
  answer: RankedAnswer
  /** Ids of all records of the answer, merged duplicates included, best person first. */
  recordIds: string[]
}

export async function loadTruth(seed: number, people: number): Promise<Truth> {
  const app = await startApp()
  const { engine, secrets } = app.context
  const { owner } = app.database
  await seedPeople({ people, seed, owner, engine, secrets, report: () => {}, onProgress: () => {} })
  await engine.open()
  await owner`ANALYZE`
  const persons: Person[] = []
  const ids = new Map<number, string[]>()
  const personOf = new Map<string, number>()
  for (const { person, random } of makePeople(people, seed)) {
    const own = [...recordsOf(person, seed, random)].map(({ source, rid }) => `${source}:${rid}`)
    persons.push(person)
    ids.set(person.no, own)
    for (const id of own) personOf.set(id, person.no)
  }
  return {
    app,
    seed,
    people: persons,
    recordsOf: ids,
    personOf,
    ask: line => ask(app, line),
    close: () => app.stop()
  }
}

async function ask({ context }: TestApp, line: string): Promise<Asked> {
  const plan = parseLine(line, null)
  const { policy, sources } = await context.sources.current()
  const findings = await search(context.engine, plan, policy, AbortSignal.timeout(10_000))
  const { answer } = rank(plan, passGate(findings.candidates, policy), sources)
  return { findings, answer, recordIds: answer.persons.flatMap(person => person.record_ids) }
}

/** People all over the loaded ones, the same for the same seed. */
export function samplePeople({ people, seed }: Truth, count: number, stream: number): Person[] {
  const random = createRandom(seed, stream)
  return Array.from({ length: count }, () => random.pick(people))
}

const two = (number: number) => String(number).padStart(2, '0')
export const nameOf = ({ surname, givenName, patronymic }: Person) => `${surname} ${givenName} ${patronymic}`
export const bornOf = ({ day, month, year }: Person) => `${two(day)}.${two(month)}.${year}`
