import { parseArgs } from 'node:util'
import { RECORDS_PER_PERSON } from '#api/db/seed/generate.ts'
import { peopleFor } from './stage.ts'

export interface Options {
  records: number
  people: number
  /** Where the loaded data stay; undefined for a folder that goes with the run. */
  data: string | undefined
  /** Goals to measure; all of them when there are none. */
  only: string[]
  /** The table is printed and not kept. */
  dry: boolean
}

const RECORDS = 1_000_000
const PEOPLE_LEAST = 1_000
const PEOPLE_MOST = 10_000_000

const USAGE = `bun run bench [--records N | --people N] [--only P5,P7] [--data <folder>] [--dry]

  --records N      synthetic records to measure on (${RECORDS} without it)
  --people N       the same by people; each leaves about ${RECORDS_PER_PERSON} records
  --only P5,P7     some of the goals
  --data <folder>  keeps the loaded data there, so that the next run does not load them again
  --dry            prints the table without keeping it in tests/bench/results.md`

function readNumber(text: string | undefined): number | undefined {
  if (text === undefined) return
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

/** The command line, or null when it was not understood; then the usage has been told. */
export function readOptions(args: string[], goals: readonly string[]): Options | null {
  try {
    const { values } = parseArgs({
      args,
      options: {
        records: { type: 'string' },
        people: { type: 'string' },
        data: { type: 'string' },
        only: { type: 'string' },
        dry: { type: 'boolean', default: false }
      }
    })
    const wantedPeople = readNumber(values.people)
    const people = wantedPeople ?? peopleFor(readNumber(values.records) ?? RECORDS)
    const records =
      wantedPeople === undefined ? (readNumber(values.records) ?? RECORDS) : wantedPeople * RECORDS_PER_PERSON
    const only = values.only?.split(',').map(id => id.trim().toUpperCase()) ?? []
    const fits = people >= PEOPLE_LEAST && people <= PEOPLE_MOST && only.every(id => goals.includes(id))
    const both = values.people !== undefined && values.records !== undefined
    if (fits && !both)
      return { records: Math.round(records), people, data: values.data, only, dry: values.dry }
  } catch {
    // The usage says it better than the parser.
  }
  console.error(`${USAGE}\n\n  goals: ${goals.join(' ')}`)
  return null
}
