import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { EXAMPLE_RECORDS } from '#api/db/seed/example-family.ts'
import { recordsOf } from '#api/db/seed/generate.ts'
import { makePeople, type Person } from '#api/db/seed/people.ts'
import type { SeedRecord } from '#api/db/seed/sources-table.ts'
import { normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { SEED } from '#tests/bench/stage.ts'
import { cellsOf, entityOf, idOf } from './entities.ts'

/** Somebody to ask for, and the records that are to be found. */
export interface Target {
  records: ReadonlySet<string>
  name: string
  /** ISO. */
  birthDate: string
  /** As one of the sources writes it. */
  phone: string
  /** The same with `+` and digits alone. */
  e164: string
}

const two = (number: number) => String(number).padStart(2, '0')

/** Writes all records of the seeded people as entities, a line each, and chooses whom to ask for, all over the people. */
export async function writeEntities(
  file: string,
  people: number,
  count: number
): Promise<{ records: number; targets: Target[] }> {
  const stream = createWriteStream(file)
  const targets: Target[] = []
  let records = 0
  const write = async (record: SeedRecord) => {
    records += 1
    if (!stream.write(`${JSON.stringify(entityOf(record))}\n`))
      await new Promise(resolve => stream.once('drain', resolve))
  }
  for (const record of EXAMPLE_RECORDS) await write(record)
  for (const { person, random } of makePeople(people, SEED)) {
    const own = [...recordsOf(person, SEED, random)]
    for (const record of own) await write(record)
    if (targets.length < count && person.no >= (targets.length * people) / count) {
      const one = targetOf(person, own)
      if (one) targets.push(one)
    }
  }
  stream.end()
  await finished(stream)
  return { records, targets }
}

/** Null for somebody of whom no record has a phone. */
function targetOf(person: Person, own: readonly SeedRecord[]): Target | null {
  const phones = own.flatMap(cellsOf).flatMap(({ kind, value }) => {
    const digits = kind === 'phone' ? normalizePhone(value) : null
    return digits === null ? [] : [{ phone: value, e164: `+${digits}` }]
  })
  const written = phones[person.no % Math.max(1, phones.length)]
  if (!written) return null
  return {
    records: new Set(own.map(idOf)),
    name: `${person.surname} ${person.givenName} ${person.patronymic}`,
    birthDate: `${person.year}-${two(person.month)}-${two(person.day)}`,
    ...written
  }
}
