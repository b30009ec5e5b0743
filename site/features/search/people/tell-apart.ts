import type { Person } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'

type Part = Omit<Reading, 'parts'>

/** What a line says, as its readings have it and as people were held against it. */
interface AskedLine {
  readings: readonly Reading[]
  persons: readonly Pick<Person, 'query_reasons'>[]
}

const ISO_DATE = 10
/** Codes of reasons that speak of the patronymic of the line, whether it agrees or not. */
const OF_PATRONYMIC = /^same_full_name|patronymic/

/** Two words may be a given name and a patronymic: the parts of a name are not among the readings, but the reasons speak of them. */
const hasPatronymic = (parts: readonly Part[], persons: AskedLine['persons']): boolean =>
  parts.some(({ kind, value }) => kind === 'full_name' && value.split(' ').length > 2) ||
  persons.some(({ query_reasons }) => query_reasons.some(({ code }) => OF_PATRONYMIC.test(code)))

const ADDITIONS: [
  title: string,
  isSaid: (parts: readonly Part[], persons: AskedLine['persons']) => boolean
][] = [
  ['отчество', hasPatronymic],
  [
    'дату рождения',
    parts => parts.some(({ kind, value }) => kind === 'birth_date' && value.length === ISO_DATE)
  ],
  ['телефон', parts => parts.some(({ kind }) => kind === 'phone')],
  ['город', parts => parts.some(({ kind }) => kind === 'address')]
]

/** What would tell people apart and is not in the line yet. */
export function additionsFor({ readings, persons }: AskedLine): string[] {
  const parts = readings.flatMap(reading => [reading, ...(reading.parts ?? [])])
  return ADDITIONS.filter(([, isSaid]) => !isSaid(parts, persons)).map(([title]) => title)
}
