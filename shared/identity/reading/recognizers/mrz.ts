import type { Reading } from '#shared/contracts/reading.ts'
import { mayBeMrz, readMrz } from '#shared/identity/names/mrz.ts'
import { combinedOf, partOf } from '#shared/identity/reading/combinations.ts'
import { makeReading, rankReadings } from '#shared/identity/reading/reading.ts'
import { readBirthDate, readPassport } from './read-identifier.ts'
import { nameReading } from './recognize-name.ts'

const SURE = 0.97
const TEXT_LAST = 0.05

/** Readings of a machine-readable zone; null otherwise. */
export function mrzReadings(line: string): Reading[] | null {
  const zone = mayBeMrz(line) ? readMrz(line) : null
  if (!zone) return null
  const last = makeReading('text', line, line, { confidence: TEXT_LAST })
  const name = nameReading(zone.name, line, { confidence: SURE })
  const parts = [
    name,
    zone.birthDate === undefined || zone.faults.includes('birth_date')
      ? null
      : readBirthDate(zone.birthDate, SURE),
    zone.number === undefined || zone.faults.includes('number') ? null : readPassport(zone.number, SURE)
  ].filter(one => one !== null)
  if (parts.length === 1) return [name, last]
  return rankReadings([
    ...combinedOf(parts.map(part => partOf([part]))),
    ...parts.map(one => ({ ...one, confidence: one.confidence / 2 })),
    last
  ])
}
