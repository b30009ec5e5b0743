import type { PersonCard } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'

/** A line as its readings have it, and as people were held against it. */
interface AnsweredLine {
  readings: readonly Reading[]
  persons: readonly Pick<PersonCard, 'query_reasons'>[]
}

/** What would tell people apart, as it is added, and in short as it decides and is added. */
export interface Addition {
  title: string
  subject: string
  object: string
  isOfName: boolean
}

const addition = (title: string, subject: string, object: string, isOfName = false): Addition => ({
  title,
  subject,
  object,
  isOfName
})

/**
 * With what says that a line has it: the kind and value of a reading, or the code of a reason. Two words may be a given name
 * and a patronymic, of which only reasons speak.
 */
const ADDITIONS: [Addition, isSaid: RegExp][] = [
  [addition('имя', 'имя', 'имя', true), /same_full|given_name|initial|diminutive|full_name .+ .+ /],
  [addition('отчество', 'отчество', 'отчество', true), /full_name .+ .+ |same_full|patronymic/],
  [addition('дату рождения', 'дата', 'дату'), /birth_date .{10}/],
  [addition('телефон', 'телефон', 'телефон'), /phone/],
  [addition('город', 'город', 'город'), /address/]
]

/** What would tell people apart and is not in the line yet. */
export function additionsFor({ readings, persons }: AnsweredLine): Addition[] {
  const parts = readings.flatMap(one => one.parts ?? one).map(({ kind, value }) => `${kind} ${value}`)
  const line = parts.concat(persons.flatMap(one => one.query_reasons.map(({ code }) => code))).join('\n')
  return ADDITIONS.flatMap(([one, isSaid]) => (isSaid.test(line) ? [] : one))
}

/** The two that decide most: one part of the name, since the next one says little without it, and what is no name. */
export function surestOf(additions: readonly Addition[]): Addition[] {
  const names = additions.filter(({ isOfName }) => isOfName)
  const others = additions.filter(({ isOfName }) => !isOfName)
  return [...names.slice(0, 1), ...others].slice(0, 2)
}
