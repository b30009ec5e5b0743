import type { SearchAnswer } from '#shared/contracts/search.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import type { Ask } from '#tests/bench/load.ts'
import { searchAsk } from '#tests/bench/mix.ts'
import { DATASET } from './entities.ts'
import type { Target } from './targets.ts'

/** How many records of an answer count. */
export const SHOWN = 20
/** Below the usual 0.7, so that the peer finds more. */
const THRESHOLD = 0.5

/** One thing to ask, in the form that each way takes best. */
interface Question {
  /** As a person types it. */
  line: string
  /** The properties of an example. */
  example: Record<string, string[]>
  /** Dates and phones as the peer's index has them: what a program would have to make of a line. */
  text: string
}

export const QUESTIONS = {
  'full name': ({ name }) => ({ line: name, example: { name: [name] }, text: name }),
  'full name and birth date': ({ name, birthDate }) => ({
    line: `${name} ${birthDate.split('-').toReversed().join('.')}`,
    example: { name: [name], birthDate: [birthDate] },
    text: `${name} ${birthDate}`
  }),
  'phone as a source writes it': ({ phone, e164 }) => ({
    line: phone,
    example: { phone: [phone] },
    text: e164
  })
} as const satisfies Record<string, (target: Target) => Question>

export type Kind = keyof typeof QUESTIONS
export const KINDS = Object.keys(QUESTIONS) as Kind[]

/** A way to ask a server, and to read whom it answers. */
export interface Way {
  name: string
  askOf(kind: Kind, target: Target): Ask
  /** Ids of the records of an answer, the best first. */
  idsOf(answer: unknown): string[]
}

interface Results {
  results: { id: string }[]
}

export const paidSearch: Way = {
  name: 'the product',
  askOf: (kind, target) => searchAsk({ kind, line: QUESTIONS[kind](target).line }),
  idsOf(answer) {
    const { charged, persons } = answer as SearchAnswer
    if (charged !== 1) throw new Error('a search was not charged')
    return [...new Set(persons.flatMap(recordIdsOf))]
  }
}

export const match: Way = {
  name: 'yente /match',
  askOf: (kind, target) => ({
    kind,
    method: 'POST',
    path: `/match/${DATASET}?algorithm=logic-v2&threshold=${THRESHOLD}&limit=${SHOWN}`,
    body: JSON.stringify({
      queries: { asked: { schema: 'Person', properties: QUESTIONS[kind](target).example } }
    })
  }),
  idsOf: answer => (answer as { responses: { asked: Results } }).responses.asked.results.map(({ id }) => id)
}

export const textSearch: Way = {
  name: 'yente /search',
  askOf: (kind, target) => ({
    kind,
    method: 'GET',
    path: `/search/${DATASET}?simple=true&limit=${SHOWN}&q=${encodeURIComponent(QUESTIONS[kind](target).text)}`
  }),
  idsOf: answer => (answer as Results).results.map(({ id }) => id)
}
