import { expect, test } from 'bun:test'
import { generatePeople } from '#api/db/seed/generate.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { SEED } from '#tests/bench/stage.ts'
import { entityOf, idOf } from './entities.ts'

const PEOPLE = 400
const SIGNS = /[^\p{L}\p{N}]+/gu
/** An entity has its dates and its phones in one form, whatever the record writes. */
const ISO = /^(\d{2})\.(\d{2})\.(\d{4})$/

const bare = (text: string) => text.toLowerCase().replace(SIGNS, '')

test('an entity of the peer holds whatever the record holds', () => {
  const lost: string[] = []
  let values = 0
  for (const record of generatePeople({ people: PEOPLE, seed: SEED })) {
    const entity = entityOf(record)
    const all = Object.values(entity.properties).flat().map(bare).join(' ')
    for (const value of record.values) {
      if (value === '' || isPlaceholder(value)) continue
      values += 1
      const forms = [
        value,
        value.replace(ISO, '$3$2$1'),
        value.replace(/\D/g, '').replace(/^8(?=\d{10}$)/, '7')
      ]
      if (!forms.map(bare).some(form => form !== '' && all.includes(form)))
        lost.push(`${idOf(record)}: ${value}`)
    }
    expect(entity.id).toBe(idOf(record))
  }
  expect(values).toBeGreaterThan(PEOPLE)
  expect(lost).toEqual([])
})
