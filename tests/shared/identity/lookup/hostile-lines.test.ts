import { expect, test } from 'bun:test'
import { scansOf } from '#api/engines/postgres/scans.ts'
import { SHOWN } from '#api/engines/search.ts'
import { tiersOf } from '#api/engines/tiers.ts'
import { PERSONS_IN_LINE_MAX, QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import { ANY_COOCCURRENCE } from '#shared/identity/lookup/cooccurrence-filter.ts'
import { KEYS_IN_STEP_MAX, planSearch, STEPS_MAX } from '#shared/identity/lookup/plan.ts'
import {
  doubtsOf,
  FUZZY_LOOKUPS_MAX,
  FUZZY_STEPS_MAX,
  fuzzySteps,
  fuzzyWords
} from '#shared/identity/lookup/plan-fuzzy.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import { parseQuery, sanitizeQuery } from '#shared/identity/reading/parse.ts'
import { hostileLines } from '#tests/kit/hostile-lines.ts'

/** Lines that people may well type and that can mean most. */
const RICH = [
  'Sasha Ivanova-Petrova 1980',
  'Саша Иванова-Петрова А. 1980 Москва 89732041740',
  'Александра-Мария Иванова-Петрова 03.1980, 9732041740, 9730000017',
  'Иванова-Петрова Саша Александровна 01.02.1980'
]
const LINES = [...RICH, ...hostileLines(2_000, 11)]

/** What any line may cost at most. */
const READINGS_MAX = 24
const FUZZY_WORDS_MAX = 12
const SCANS_MAX = 48

const SOURCES = new Map(
  Array.from({ length: 15 }, (_, at) => [`s${at}`, { labels: [], columns: {} }] as const)
)
const POLICY = { sources: SOURCES, suppressedKeys: new Set<string>() }

const NO_READINGS = { readings: [] }
const scansFor = (steps: readonly PlanStep[]) =>
  tiersOf(NO_READINGS, steps, POLICY, SHOWN)
    .flatMap(({ lookups }) => lookups)
    .flatMap(scansOf).length

/** As many neighbours of each word as are ever asked, none of them known. */
function fuzzyOf(plan: SearchPlan): { words: number; steps: PlanStep[] } {
  const doubtful = doubtsOf(plan)
  const words = fuzzyWords(doubtful)
  const neighbours = Array.from({ length: NEIGHBOURS }, (_, at) => ({
    form: `form${at}`,
    beside: ANY_COOCCURRENCE,
    isOtherName: false
  }))
  const near = new Map(words.map(word => [word, { attested: false, neighbours }]))
  return { words: words.length, steps: fuzzySteps(plan, doubtful, near) }
}
const NEIGHBOURS = 400
/** Their steps are many: they are counted for a part of the lines. */
const FUZZY_EVERY = 4

test('makes of any line a plan of bounded size, and of nothing none', () => {
  const most = { readings: 0, people: 0, steps: 0, keys: 0, words: 0, variants: 0, scans: 0, fuzzy: 0 }
  for (const [at, line] of LINES.entries()) {
    const query = sanitizeQuery(line)
    const readings = parseQuery(query)
    const plan = planSearch(query, readings)
    const keyed = plan.steps.every(step => step.surname !== undefined || step.keys.length > 0)
    if (!keyed || (plan.steps.length > 0 && !/[\p{L}\p{N}]/u.test(query)))
      throw new Error(JSON.stringify(line))
    const length = [...query].length
    if (length > QUERY_MAX_CODE_POINTS || !query.isWellFormed()) throw new Error(JSON.stringify(line))
    most.readings = Math.max(most.readings, readings.length)
    const ofPeople = Map.groupBy(plan.steps, step => readings[step.reading]?.person)
    most.people = Math.max(most.people, ofPeople.size)
    most.steps = Math.max(most.steps, ...[...ofPeople.values()].map(steps => steps.length))
    most.keys = Math.max(most.keys, ...plan.steps.map(step => step.keys.length))
    most.scans = Math.max(most.scans, scansFor(plan.steps))
    if (at >= RICH.length && at % FUZZY_EVERY > 0) continue
    const fuzzy = fuzzyOf(plan)
    most.words = Math.max(most.words, fuzzy.words)
    most.variants = Math.max(most.variants, fuzzy.steps.length)
    most.fuzzy = Math.max(most.fuzzy, scansFor(fuzzy.steps))
  }
  // The line itself has steps of its own beside those of its people.
  expect(most.people).toBeLessThanOrEqual(PERSONS_IN_LINE_MAX + 1)
  expect(most.steps).toBeLessThanOrEqual(STEPS_MAX)
  expect(most.keys).toBeLessThanOrEqual(KEYS_IN_STEP_MAX)
  expect(most.readings).toBeLessThanOrEqual(READINGS_MAX)
  expect(most.words).toBeLessThanOrEqual(FUZZY_WORDS_MAX)
  expect(most.scans).toBeLessThanOrEqual(SCANS_MAX)
  expect(most.variants).toBeLessThanOrEqual(FUZZY_STEPS_MAX)
  expect(most.fuzzy).toBeLessThanOrEqual(FUZZY_LOOKUPS_MAX)
})
