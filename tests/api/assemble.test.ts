import { expect, test } from 'bun:test'
import type { Candidate, SourceInPolicy } from '#api/engines/contract.ts'
import { assemble } from '#api/features/search/answer/assemble.ts'
import { match } from '#api/features/search/answer/match.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import type { CurrentSource, CurrentSources } from '#api/features/sources/service.ts'
import { PEOPLE_DETAILED } from '#shared/constants.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { columnsOf } from '#tests/kit/sources.ts'

const COLUMNS = Object.fromEntries(
  columnsOf({ ФИО: 'full_name', 'Дата рождения': 'birth_date', Телефон: 'phone' }).map(({ label, kind }) => [
    label,
    kind
  ])
)
const LINE = 'Подробнов Игорь Олегович'
const PLAN = parseLine(LINE, null)
const source = (key: string, adopted: boolean, records: number) =>
  ({
    key,
    title: key,
    kind: 'ordinary',
    origin: 'own',
    basis: 'contract',
    asOf: '2026-01-01',
    adopted,
    records,
    fieldKinds: COLUMNS,
    isRekeyed: false,
    isBehind: false
  }) as CurrentSource

/** Every object of it refuses to be changed. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !(value instanceof Map) && !(value instanceof Set)) {
    for (const part of Object.values(value)) frozen(part)
    Object.freeze(value)
  }
  return value
}

function current(...sources: CurrentSource[]): CurrentSources {
  const bySource = new Map(sources.map(each => [each.key, each]))
  const policy = {
    sources: bySource as unknown as ReadonlyMap<string, SourceInPolicy>,
    suppressedKeys: null,
    subjectKey: () => '',
    version: ''
  }
  return { sources: bySource, policy, dataVersion: '', rekeyed: null }
}

const candidates = (key: string, count: number): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({
    record_id: `${key}:${at + 10}`,
    source: key,
    fields: { ФИО: LINE, 'Дата рождения': `01.02.${1950 + at}`, Телефон: `+7973555${1000 + at}` },
    subjectKeys: null
  })) as Candidate[]

const NOTHING = { failed: new Set<string>(), more: new Set<string>(), magnitudes: new Map<string, number>() }
const NO_COMPETING_MATCHES = { records: [], unsure: new Set<string>(), failed: new Set<string>() }

function answerOf(
  now: CurrentSources,
  passed: readonly Candidate[],
  detail: 'full' | null = null,
  findings = NOTHING
) {
  const matched = match(PLAN, passed, now.sources)
  const material = { matched, passed, competing: NO_COMPETING_MATCHES, totals: new Map(), rest: null }
  return assemble(PLAN, now, findings, material, detail)
}

test('matching and assembling say the same whatever the order, and change nothing that they are given', () => {
  const now = current(source('one', false, 20), source('two', false, 20))
  const passed = frozen([...candidates('one', 20), ...candidates('two', 20)])
  expect(answerOf(now, passed.toReversed())).toEqual(answerOf(now, passed))
  expect(answerOf(now, passed).results_count).toBe(40)
})

test('a source loses what its cap leaves out, and is named for it', () => {
  const now = current(source('one', false, 20), source('two', false, 20))
  const passed = [...candidates('one', 20), ...candidates('two', 3)]
  const { records, cut } = match(PLAN, passed, now.sources, { perSource: 5, total: 500 })
  expect(records.map(({ source: key }) => key).filter(key => key === 'one')).toHaveLength(5)
  expect([...cut]).toEqual(['one'])
})

test('a partial answer has everybody in detail, since nothing goes on with it', () => {
  const now = current(source('one', false, 20), source('two', false, 20))
  const passed = candidates('one', 20)
  expect(answerOf(now, passed).persons.every(isDetailed)).toBe(false)
  const failed = { ...NOTHING, failed: new Set(['two']) }
  expect(answerOf(now, passed, null, failed).persons.every(isDetailed)).toBe(true)
})

test('nobody is left without detail beside an adopted source, since nothing brings its records again', () => {
  const now = current(source('own', false, 20), source('theirs', true, 5))
  const ownCandidates = candidates('own', 20)
  expect(answerOf(now, ownCandidates).persons.map(isDetailed)).toEqual(
    ownCandidates.map((_, at) => at < PEOPLE_DETAILED)
  )
  const { persons } = answerOf(now, [...ownCandidates, ...candidates('theirs', 21).slice(20)])
  expect(persons).toHaveLength(21)
  expect(persons.every(isDetailed)).toBe(true)
})
