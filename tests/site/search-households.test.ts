import { expect, test } from 'bun:test'
import { DEFAULT_SEED } from '#api/db/seed/amounts.ts'
import { recordsOf } from '#api/db/seed/generate.ts'
import { makePeople } from '#api/db/seed/people.ts'
import { SEED_SOURCES, type SeedRecord } from '#api/db/seed/sources-table.ts'
import type { Person } from '#shared/contracts/person.ts'
import type { AnswerRecord, DetailedAnswer } from '#shared/contracts/search.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { type Results, readResults } from '#site/features/search/records/results-view.ts'
import { relatedPeopleOf } from '#site/features/search/summary/related-view.ts'
import { relationMap } from '#site/features/search/summary/relation-map.ts'
import { ANSWER } from './search-answer.ts'

const PEOPLE = 6_000

const columnsOf = new Map(
  SEED_SOURCES.map(({ key, columns }) => [
    key as string,
    columns.map(({ label, kind }) => [label, kind] as const)
  ])
)
const titleOf = new Map(
  SEED_SOURCES.map(({ key, title, obtainedAt }) => [key as string, { title, obtainedAt }])
)

function toMatched({ source, rid, values }: SeedRecord): MatchedRecord {
  const labels = columnsOf.get(source) ?? []
  const columns = Object.fromEntries(labels)
  const cells = labels.map(([label], at) => [label, values[at] ?? ''])
  const fields: Record<string, string> = Object.fromEntries(cells.filter(([, value]) => value !== ''))
  return {
    record_id: `${source}:${rid}`,
    source,
    asOf: titleOf.get(source)?.obtainedAt ?? null,
    columns,
    fields,
    attributes: readAttributes(fields, columns),
    match: {
      exact: 0.8,
      score: 0.8,
      why: [],
      reasons: [],
      band: 'full',
      reading: 'full_name',
      confirmed: false,
      contradicted: false,
      otherName: false,
      byIdentifier: false,
      agreeingFacts: 0,
      isConnected: false
    }
  }
}

function answerOf(records: readonly MatchedRecord[]): DetailedAnswer {
  const results: Record<string, AnswerRecord[]> = {}
  for (const { source, fields, record_id } of records) {
    results[source] ??= []
    results[source].push({ ...fields, record_id })
  }
  const persons = groupPersons(records, { query: '', readings: [], steps: [] })
  return { ...ANSWER, readings: [], results_by_source: results, matches: {}, sources_meta: {}, persons }
}

/** The records of the people who share a home phone, household by household. */
function* households(seed: number): Generator<MatchedRecord[]> {
  let [phone, records]: [string, MatchedRecord[]] = ['', []]
  for (const { person, random } of makePeople(PEOPLE, seed)) {
    if (person.homePhone !== phone) {
      if (records.length > 0) yield records
      ;[phone, records] = [person.homePhone, []]
    }
    records.push(...[...recordsOf(person, seed, random)].map(toMatched))
  }
  yield records
}

const IDENTITY = /то же|тот же|та же (?!фамилия)|один (?:человек|и тот)|совпада|вероятно/iu
const WORDS = /^(?:(?:общий (?:адрес|телефон)|общее место работы|возможно родственник)(?:, |$))+$/u

/** What a map says wrongly; empty when every box and line is right. */
function faultsOf(person: Person, results: Results): string[] {
  const map = relationMap(person, results)
  const relatives = relatedPeopleOf(person, results)
  if (!map) return relatives.length > 0 ? ['people without a map'] : []
  const faults: string[] = []
  const texts = [map.sentence, ...map.boxes.flatMap(({ note }) => note)]
  const identity = texts.find(text => IDENTITY.test(text))
  if (identity) faults.push(`an identity: ${identity}`)
  const others = map.boxes.filter(({ kind }) => kind === 'other')
  for (const { note } of others) if (!WORDS.test(note)) faults.push(`a word that is no relation: ${note}`)
  if (others.length + map.rest !== relatives.length) faults.push('not one box a person')
  if (new Set(relatives.map(({ key }) => key)).size !== relatives.length) faults.push('a person twice')
  if (relatives.some(({ key }) => key === person.id)) faults.push('the person themself')
  const things = new Set(
    relatives.slice(0, others.length).flatMap(one => one.things.map(({ kind, value }) => `${kind} ${value}`))
  )
  if (map.boxes.filter(({ kind }) => kind === 'thing').length !== things.size) faults.push('a thing twice')
  return faults
}

test('the map of no generated household writes an identity, a person or a thing twice', () => {
  const faults: string[] = []
  let [maps, families] = [0, 0]
  for (const records of households(DEFAULT_SEED)) {
    const answer = answerOf(records)
    const results = readResults(answer)
    for (const person of answer.persons) {
      if (person.related.length > 0) maps += 1
      if (person.related.some(({ text }) => text.startsWith('возможно родственник'))) families += 1
      for (const fault of faultsOf(person, results)) faults.push(`${person.id}: ${fault}`)
    }
  }
  expect(faults).toEqual([])
  expect(maps).toBeGreaterThan(PEOPLE / 4)
  expect(families).toBeGreaterThan(PEOPLE / 20)
}, 400_000)
