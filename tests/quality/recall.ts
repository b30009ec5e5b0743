import type { Person } from '#api/db/seed/people.ts'
import { samplePeople, type Truth } from './truth.ts'

const FIRST = 20

/** How much of what the sources have of a person an answer shows. */
export interface Recall {
  asked: number
  /** Shares of the records of the persons asked for, 0–1. */
  found: number
  inFirst20: number
  /** By source, records that were missed. */
  missed: Map<string, number>
}

/** Asks for a sample of people by a line made of each. */
export async function recallOf(
  truth: Truth,
  count: number,
  stream: number,
  lineOf: (person: Person) => string
): Promise<Recall> {
  let [records, found, inFirst, firstPossible] = [0, 0, 0, 0]
  const missed = new Map<string, number>()
  for (const person of samplePeople(truth, count, stream)) {
    const own = truth.recordsOf.get(person.no) ?? []
    const { recordIds } = await truth.ask(lineOf(person))
    const all = new Set(recordIds)
    const first = new Set(recordIds.slice(0, FIRST))
    records += own.length
    firstPossible += Math.min(FIRST, own.length)
    for (const id of own) {
      if (first.has(id)) inFirst += 1
      if (all.has(id)) found += 1
      else missed.set(id.split(':')[0] ?? '', (missed.get(id.split(':')[0] ?? '') ?? 0) + 1)
    }
  }
  return { asked: count, found: found / records, inFirst20: inFirst / firstPossible, missed }
}
