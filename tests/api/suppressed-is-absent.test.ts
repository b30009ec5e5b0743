import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { StoredRecord } from '#api/book/stored-record.ts'
import { passportLatin } from '#api/db/seed/latin.ts'
import { loadSeed } from '#api/db/seed/load.ts'
import type { Person as SeedPerson } from '#api/db/seed/people.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { dayOf, knownOf, linesAbout, peopleToHide, russianDay } from '#tests/kit/hidden-people.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { removeRecords, valuesOf } from '#tests/kit/stored-records.ts'
import { invalidateSourceCache, suppress, withSuppression } from '#tests/kit/suppress.ts'

const SEED = 5
const PEOPLE = 400
const SUPPRESSED = 40
const ASKERS = 4

let app: TestApp
let client: Person
const hidden: SeedPerson[] = []

beforeAll(async () => {
  app = await startApp()
  const { owner } = app.database
  const { book, secrets } = app.context
  await loadSeed({ people: PEOPLE, seed: SEED, owner, book, secrets })
  hidden.push(...peopleToHide(PEOPLE, SEED, SUPPRESSED))
  client = await signedInAs(app, ROLE_INFINITY)
}, 600_000)
afterAll(() => app.stop())

/** The answer without what the charge adds at its end: the search's id, time, price and balance. */
async function ask(query: string): Promise<string> {
  const response = await client.request('/api/search/perform', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query })
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status} for «${query}»: ${text}`)
  return text.slice(0, text.lastIndexOf(',"search_id":'))
}

async function answersTo(lines: readonly string[]): Promise<string[]> {
  const answers: string[] = []
  const queue = lines.entries()
  const work = async () => {
    for (const [at, line] of queue) answers[at] = await ask(line)
  }
  await Promise.all(Array.from({ length: ASKERS }, work))
  return answers
}

/** A line in other letters, «е» for «ё», is a repeat: it is answered as it was written first, whichever came first. */
const folded = (answer = '') => answer.toLowerCase().replaceAll('ё', 'е')

const isFound = (answer: string) => !answer.includes('"results_count":0')

interface StoredRow {
  record: StoredRecord
  no: number
  cells: readonly string[]
  isSuppressed: boolean
}

const storedRows = async (): Promise<StoredRow[]> =>
  (await withSuppression(app)).map(({ record, isSuppressed }) => {
    const [, no = '-1'] = new RegExp(`^${SEED}-([0-9]+)`).exec(record.rid) ?? []
    return { record, no: Number(no), cells: valuesOf(record), isSuppressed }
  })

const digitsOf = (text: string) => text.replace(/\D+/g, '')
/** Whether a record shows what is known of the person, told by its plain text alone. */
function showsKnown(row: StoredRow, person: SeedPerson): boolean {
  const { cells } = row
  const numbers = cells.map(digitsOf)
  return knownOf(person).some(({ kind, value }) => {
    if (kind === 'name_dob') return showsNameAndDay(row, person)
    if (kind === 'email') return cells.some(cell => cell.toLowerCase() === value)
    return numbers.some((cell, at) => cell.endsWith(value) || cell + (numbers[at + 1] ?? '') === value)
  })
}

/** Whether a record of the person shows surname and full birth date, as the generator writes them without an error. */
function showsNameAndDay({ no, cells }: StoredRow, person: SeedPerson): boolean {
  const text = cells.join(' ').toLowerCase().replaceAll('ё', 'е')
  const surnames = [person.surname, passportLatin(person.surname)].map(each =>
    each.toLowerCase().replaceAll('ё', 'е')
  )
  const isNamed = surnames.some(surname => text.includes(surname))
  const isBorn = text.includes(dayOf(person)) || text.includes(russianDay(person))
  return no === person.no && isNamed && isBorn
}

test('who is suppressed is answered for exactly like who is deleted', async () => {
  const { owner } = app.database
  const lines = [...new Set(hidden.flatMap(person => linesAbout(person, SEED)))]
  expect([hidden.length, lines.length]).toEqual([SUPPRESSED, expect.any(Number)])
  expect(lines.length).toBeGreaterThanOrEqual(628)

  // These are answered while everybody is shown: what is kept of them for a repeat must not be given again.
  const phones = hidden.map(({ phone }) => phone)
  const before = await answersTo(phones)
  await suppress(app, ...hidden.flatMap(knownOf))
  const rows = await storedRows()
  const shown = rows.filter(row => !row.isSuppressed)
  const expectedAbsent = (row: StoredRow) => hidden.some(person => showsKnown(row, person))
  expect(shown.filter(expectedAbsent).map(row => row.cells)).toEqual([])
  // Not everybody is: beside what shows them, only a birth date under another form of the name.
  const absent = rows.filter(row => row.isSuppressed)
  expect(absent.length).toBeGreaterThan(SUPPRESSED)
  expect(absent.filter(row => !expectedAbsent(row)).length).toBeLessThan(absent.length / 10)

  invalidateSourceCache(app)
  const suppressed = await answersTo(lines)
  const again = await answersTo(phones)
  await removeRecords(
    app,
    absent.map(({ record }) => record)
  )
  await owner`DELETE FROM suppression`
  invalidateSourceCache(app)
  const deleted = await answersTo(lines)

  const different = lines.filter((_, at) => folded(suppressed[at]) !== folded(deleted[at]))
  expect(different).toEqual([])
  expect(again.map(folded)).toEqual(phones.map(line => folded(deleted[lines.indexOf(line)])))
  // The comparison would be worth nothing if nobody were found, before or now.
  const changed = before.filter((answer, at) => isFound(answer) && answer !== again[at])
  expect(changed.length).toBeGreaterThan(SUPPRESSED / 8)
  expect(deleted.filter(isFound).length).toBeGreaterThan(lines.length / 10)
}, 600_000)
