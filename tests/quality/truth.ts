import { seedPeople } from '#api/db/seed/demo.ts'
import { recordsOf } from '#api/db/seed/generate.ts'
import { makePeople, type Person } from '#api/db/seed/people.ts'
import { createRandom } from '#api/db/seed/random.ts'
import { SEED_SOURCES, type SeedRecord } from '#api/db/seed/sources-table.ts'
import { passGate } from '#api/engines/gate.ts'
import { type Findings, search } from '#api/engines/search.ts'
import { askMore } from '#api/features/search/answer/ask-more.ts'
import { type Assembled, assemble } from '#api/features/search/answer/assemble.ts'
import { match } from '#api/features/search/answer/match.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import type { Person as AnsweredPerson } from '#shared/contracts/person.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { HARD_LINK_KINDS, isPersonalValue } from '#shared/identity/identifiers/kinds.ts'
import { isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { type OpenRecords, startApp, type TestApp } from '#tests/kit/start-app.ts'

/** Generated people with the records that the sources have of them, loaded into a real product. */
export interface Truth {
  app: TestApp
  seed: number
  people: readonly Person[]
  /** Ids of the records of each person, by the person's number. */
  recordsOf: ReadonlyMap<number, readonly string[]>
  personOf: ReadonlyMap<string, number>
  /** What a record has in common with another of the same person, as far as it joins: date, numbers, contacts, flats. */
  factsOf(recordId: string): string[]
  ask(line: string): Promise<TruthAnswer>
  close(): Promise<void>
}

export interface TruthAnswer {
  findings: Findings
  answer: Omit<Assembled, 'persons'> & { persons: AnsweredPerson[] }
  /** Ids of all records of the answer, merged duplicates included, best person first. */
  recordIds: string[]
}

/** @param openOwn With another engine than Postgres. */
export async function loadTruth(seed: number, people: number, openOwn?: OpenRecords): Promise<Truth> {
  const app = await startApp({}, openOwn)
  const { book, secrets } = app.context
  const { owner } = app.database
  await seedPeople({ people, seed, owner, book, secrets, report: () => {}, onProgress: () => {} })
  return await truthOf(app, seed, people)
}

/** Of the people that were loaded into an app. */
export async function truthOf(app: TestApp, seed: number, people: number): Promise<Truth> {
  await app.context.engine.open()
  await app.database.owner`ANALYZE`
  const persons: Person[] = []
  const ids = new Map<number, string[]>()
  const personOf = new Map<string, number>()
  const records = new Map<string, SeedRecord>()
  for (const { person, random } of makePeople(people, seed)) {
    const own = [...recordsOf(person, seed, random)].map(record => {
      const id = `${record.source}:${record.rid}`
      records.set(id, record)
      personOf.set(id, person.no)
      return id
    })
    persons.push(person)
    ids.set(person.no, own)
  }
  return {
    app,
    seed,
    people: persons,
    recordsOf: ids,
    personOf,
    factsOf: id => {
      const record = records.get(id)
      return record ? factsOf(record) : []
    },
    ask: line => ask(app, line),
    close: () => app.stop()
  }
}

function factsOf({ source, values }: SeedRecord): string[] {
  const columns = SEED_SOURCES.find(({ key }) => key === source)?.columns ?? []
  const fields = Object.fromEntries(columns.map(({ label }, at) => [label, values[at] ?? '']))
  const kinds = Object.fromEntries(columns.map(({ label, kind }) => [label, kind]))
  const { birthDates, identifiers, displayValues } = readAttributes(fields, kinds)
  const flats = displayValues.addresses.filter(({ link, namesFlat }) => !link && namesFlat)
  return [
    // A person has one, so any full date meets any other, also a mistyped one.
    ...(birthDates.some(isFullDate) ? ['date'] : []),
    ...identifiers.phone,
    ...identifiers.email,
    ...HARD_LINK_KINDS.flatMap(kind => identifiers[kind].filter(value => isPersonalValue(kind, value))),
    ...flats.map(({ normal }) => normal.split(' ').slice(-3).join(' '))
  ]
}

async function ask({ context }: TestApp, line: string): Promise<TruthAnswer> {
  const plan = parseLine(line, null)
  const current = await context.sources.current()
  const { policy, sources } = current
  const signal = AbortSignal.timeout(10_000)
  const findings = await search(context, plan, policy, signal)
  const passed = passGate(findings.candidates, policy)
  const foundRecords = { engine: context.engine, plan, current, findings, passed, signal }
  const material = await askMore(foundRecords, match(plan, passed, sources), null, performance.now())
  const answer = assemble(plan, current, findings, material, 'full')
  const persons = answer.persons.filter(isDetailed)
  return { findings, answer: { ...answer, persons }, recordIds: persons.flatMap(recordIdsOf) }
}

/** People all over the loaded ones, the same for the same seed. */
export function samplePeople({ people, seed }: Truth, count: number, stream: number): Person[] {
  const random = createRandom(seed, stream)
  return Array.from({ length: count }, () => random.pick(people))
}
