import type { PersonCard } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'

/** A line as its readings have it, and as people were held against it. */
interface AnsweredLine {
  readings: readonly Reading[]
  persons: readonly Pick<PersonCard, 'query_reasons'>[]
}

/**
 * What would tell people apart, with what says that a line has it: the kind and value of a reading, or the code of a reason. Two
 * words may be a given name and a patronymic, of which only reasons speak.
 */
const ADDITIONS: [title: string, isSaid: RegExp][] = [
  ['отчество', /full_name .+ .+ |same_full|patronymic/],
  ['дату рождения', /birth_date .{10}/],
  ['телефон', /phone/],
  ['город', /address/]
]

/** What would tell people apart and is not in the line yet. */
export function additionsFor({ readings, persons }: AnsweredLine): string[] {
  const parts = readings.flatMap(one => one.parts ?? one).map(({ kind, value }) => `${kind} ${value}`)
  const line = parts.concat(persons.flatMap(one => one.query_reasons.map(({ code }) => code))).join('\n')
  return ADDITIONS.flatMap(([title, isSaid]) => (isSaid.test(line) ? [] : title))
}
