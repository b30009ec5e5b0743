import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import { organisationWordsOf } from '#shared/identity/lookup/organisation-words.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { doubtsOf, fuzzySteps, fuzzyWords } from '#shared/identity/lookup/plan-fuzzy.ts'
import { isOtherName } from '#shared/identity/lookup/plan-fuzzy-name.ts'
import { neighbourhoodOf, neighbourKeys, spellingKeys } from '#shared/identity/lookup/spelling-index.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { createVocabulary, magnitudeOf, type Word } from '#shared/identity/lookup/vocabulary.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import type { Attributes, Columns } from '#shared/identity/records/types.ts'

/** An index of records in memory that is asked as an engine asks its own. */
export interface WordIndex {
  attributes: Attributes[]
  /** Numbers of the records that the line finds, exact look-ups first, with their scores; 0 is not shown. */
  find(line: string): Map<number, number>
}

export function indexRecords(rows: readonly Record<string, string>[], columns: Columns): WordIndex {
  const attributes = rows.map(row => readAttributes(row, columns))
  const holders = new Map<string, Set<number>>()
  const vocabulary = createVocabulary(Number.POSITIVE_INFINITY)
  const near = new Map<string, Set<Word>>()
  const keep = (word: Word) => {
    for (const key of spellingKeys(word.spelling)) near.set(key, (near.get(key) ?? new Set()).add(word))
  }
  for (const [at, one] of attributes.entries()) {
    for (const key of [...recordKeys(one), surnameKey(one) ?? ''])
      holders.set(key, (holders.get(key) ?? new Set()).add(at))
    for (const name of one.names) vocabulary.learn(name, keep)
    for (const word of organisationWordsOf(one)) vocabulary.learnOrganisationWord(word, keep)
  }
  const holdersOf = (key = '') => [...(holders.get(key) ?? [])]
  const holding = (step: PlanStep): number[] => {
    if (step.surname !== undefined) return surnameKeysOf(step).flatMap(holdersOf)
    const [first, ...rest] = step.keys
    return holdersOf(first).filter(at => rest.every(key => holders.get(key)?.has(at)))
  }
  const wordsNear = (word: string) =>
    neighbourKeys(word).flatMap(key =>
      [...(near.get(key) ?? [])].map(spelling => ({ ...spelling, magnitude: magnitudeOf(spelling.met) }))
    )
  return {
    attributes,
    find(line) {
      const plan = planSearch(line, parseQuery(line))
      const doubtful = doubtsOf(plan)
      const words = fuzzyWords(doubtful).map(word => [word, neighbourhoodOf(word, wordsNear(word))] as const)
      const exact = plan.steps.flatMap(holding)
      const fuzzy = fuzzySteps(plan, doubtful, new Map(words))
      const meant = exact.length > 0 ? fuzzy.filter(step => !isOtherName(step)) : fuzzy
      const records = [...new Set([...exact, ...meant.flatMap(holding)])]
      return new Map(records.map(at => [at, matchRecord(attributes[at] as Attributes, plan).score]))
    }
  }
}
