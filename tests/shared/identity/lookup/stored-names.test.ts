import { expect, test } from 'bun:test'
import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import { compareBands } from '#shared/identity/matching/match-band.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import type { MatchResult } from '#shared/identity/matching/types.ts'
import { isParticle } from '#shared/identity/names/particles.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { namesOfCultures, shuffled } from '#tests/kit/cultures.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { findStep } from './find-step.ts'

interface Stored {
  name: string
  attributes: Attributes
}

interface Index {
  records: Stored[]
  find(plan: SearchPlan): Stored[]
}

function indexOf(names: readonly string[]): Index {
  const records = [...new Set(names)].map(name => ({ name, attributes: readAttributes({ ФИО: name }, {}) }))
  const holders = new Map<string, Set<Stored>>()
  for (const one of records)
    for (const key of [...recordKeys(one.attributes), surnameKey(one.attributes) ?? ''])
      holders.set(key, (holders.get(key) ?? new Set()).add(one))
  const holding = (step: PlanStep): Stored[] => {
    if (step.surname !== undefined) return surnameKeysOf(step).flatMap(key => [...(holders.get(key) ?? [])])
    const [first = '', ...others] = step.keys
    return [...(holders.get(first) ?? [])].filter(one => others.every(key => holders.get(key)?.has(one)))
  }
  return { records, find: ({ steps }) => [...new Set(steps.flatMap(holding))] }
}

const SHOWN_AS_PERSON = 0.6
const isWorse = (one: MatchResult, other: MatchResult): boolean =>
  (compareBands(one.band, other.band) || other.exact - one.exact) > 0

/** What is wrong with the answer to a line that has all words of a stored name; null when nothing is. */
function faultOf({ find }: Index, stored: Stored, line: string): string | null {
  const plan = planOf(line)
  const holders = find(plan)
  if (!holders.includes(stored)) return 'not found'
  const own = matchRecord(stored.attributes, plan)
  if (own.exact === 0) return 'found, and 0'
  const isLone = !line.includes(' ')
  if (!isLone && own.exact < SHOWN_AS_PERSON) return `a namesake: ${own.score} ${own.why.join()}`
  if (own.band !== 'full') return `${own.band}: ${own.why.join()}`
  if (line !== stored.name) return null
  const better = holders.find(one => isWorse(own, matchRecord(one.attributes, plan)))
  return better ? `behind ${better.name}` : null
}

/** Single words and two words of a name of four or more whose parts nobody can tell; all of them agree. */
function someWordsOf({ name, attributes }: Stored, random: (below: number) => number): string[] {
  const words = name.split(/[ -]/).filter(word => !isParticle(word.toLowerCase()))
  const [own] = attributes.names
  if (words.length < 4 || name.includes('-') || !own || !prepareName(own).isGuessed) return []
  return [...words, shuffled(words.join(' '), random).split(' ').slice(0, 2).join(' ')]
}

function faultsOf(seed: number, count: number): string[] {
  const index = indexOf(namesOfCultures(seed, count))
  const random = seededRandom(seed)
  return index.records.flatMap(stored => {
    const { name } = stored
    const faults: string[] = []
    const note = (line: string, fault: string | null) => {
      if (fault !== null) faults.push(`«${name}» asked as «${line}»: ${fault}`)
    }
    note(name, faultOf(index, stored, name))
    const line = shuffled(name, random)
    const plan = planOf(line)
    const isFound = index.find(plan).includes(stored) && matchRecord(stored.attributes, plan).exact > 0
    note(line, isFound ? null : 'not found in this order')
    for (const word of name.split(' ')) {
      if (isParticle(word.toLowerCase())) continue
      const plan = planOf(word)
      if (!index.find(plan).includes(stored)) note(word, 'not found by the word')
      else if (matchRecord(stored.attributes, plan).exact === 0) note(word, 'found by the word, and 0')
    }
    for (const some of someWordsOf(stored, random))
      if (index.find(planOf(some)).includes(stored)) note(some, faultOf(index, stored, some))
    return faults
  })
}

const SEEDS = [1, 2]

test.each(SEEDS)('of a thousand names of ten cultures each is found as it is stored, seed %d', seed =>
  expect(faultsOf(seed, 1_000)).toEqual([])
)

test.each([
  ['Штольцева Мария', 'Анна-Мария Штольцева'],
  ['Штольцева Анна', 'Анна-Мария Штольцева'],
  ['Штольцев Карл Иванович', 'Штольцев Карл-Людвиг Иванович'],
  ['Штольцев Людвиг Иванович', 'Штольцев Карл-Людвиг Иванович']
])('half of a double given name finds it: %s, %s', (line, stored) => {
  expect(findStep(line, { ФИО: stored })).not.toBeNull()
})
