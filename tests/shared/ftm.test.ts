import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { entitiesOfPeople } from '#shared/ftm/people-entities.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'

const KINDS = ['inn', 'snils', 'passport', 'address', 'workplace', 'email', 'full_name', 'vin'] as const
const text = fc.constantFrom(
  '001204175339',
  'ул. Садовая, д. 7',
  'Примеров Илья',
  'ИП Примеров 0012041753',
  '0005 204181'
)

const person = (id: string) =>
  fc.record({
    id: fc.constant(id),
    kind: fc.constantFrom('person', 'organisation'),
    name: text,
    birth_date: fc.constant('1981-03-14'),
    birth_year: fc.constant(1981),
    sex: fc.constant(null),
    region: fc.option(text),
    facts: fc.constant([]),
    source_keys: fc.constant(['typed']),
    // Some describe the same record as others: then ids are made of names.
    record_ids: fc.subarray(['typed:1', 'typed:2', 'told:1'], { minLength: 1 }),
    why: fc.array(text, { maxLength: 2 }),
    phones: fc.array(fc.record({ phone: fc.constantFrom('+7 973 000-00-01', '+7 973 000-00-02') })),
    summary: fc.array(
      fc.record({ field: fc.constantFrom(...KINDS.map(kind => FIELD_LABELS[kind])), value: text })
    ),
    related: fc.array(
      fc.record({
        kind: fc.constantFrom('phone', 'address', 'workplace'),
        value: text,
        person_id: fc.constantFrom('a', 'b', 'c'),
        text: fc.constant('общий телефон')
      })
    )
  })

const OPEN = new Set(['id', 'record_ids', 'person_id', 'birth_date', 'kind', 'field'])

/** Every number of a person hidden, wherever it stands. */
const masked = <T>(value: T, key = ''): T => {
  if (OPEN.has(key)) return value
  if (typeof value === 'string') return value.replace(/\d(?=.*\d{3})/g, '•') as T
  if (Array.isArray(value)) return value.map(each => masked(each, key)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each, name)])) as T
}

test('masked people are entities without a masked value, each with the id of what is not masked', () => {
  fc.assert(
    fc.property(fc.tuple(person('a'), person('b'), person('c')), people => {
      const facts = { titles: {}, searchedAt: '2026-11-28T10:00:00Z' }
      const [whole, hidden] = [people, masked(people)].map(own => entitiesOfPeople(own as never, facts))
      expect(JSON.stringify(hidden)).not.toContain('•')
      const byId = new Map(whole?.map(entity => [entity.id, entity]))
      for (const { id, schema, properties } of hidden ?? []) {
        expect(byId.get(id)?.schema).toBe(schema)
        for (const [property, values] of Object.entries(properties))
          if (property !== 'summary')
            expect(byId.get(id)?.properties[property]).toEqual(expect.arrayContaining(values))
      }
      expect(hidden?.slice(0, people.length).map(({ id }) => id)).toEqual(
        whole?.slice(0, people.length).map(({ id }) => id)
      )
    }),
    { seed: 20_261_128, numRuns: 1_000 }
  )
})
