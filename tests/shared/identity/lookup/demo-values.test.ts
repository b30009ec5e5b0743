import { expect, test } from 'bun:test'
import { generatePeople } from '#api/db/seed/generate.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { planOf } from '#tests/kit/search-in.ts'

const columnsOf = new Map(SEED_SOURCES.map(({ key, columns }) => [key, columns]))
/** Kinds of which a value alone is nobody's: the sex, and days that no key is made of. */
const NOT_SEARCHED = new Set(['gender', 'date', 'record_date'])

test('any value of a demo record finds it when it is copied into a line', () => {
  const faults = new Set<string>()
  for (const { source, values } of generatePeople({ people: 120, seed: 11 })) {
    const columns = columnsOf.get(source) ?? []
    const fields = Object.fromEntries(columns.map(({ label }, at) => [label, values[at] ?? '']))
    const kinds: Columns = Object.fromEntries(columns.map(({ label, kind }) => [label, kind]))
    const attributes = readAttributes(fields, kinds)
    const keys = new Set(recordKeys(attributes))
    const surname = surnameKey(attributes) ?? ''
    for (const { label, kind } of columns) {
      const value = fields[label] ?? ''
      const plan = planOf(value)
      if (isPlaceholder(value) || NOT_SEARCHED.has(kind) || plan.steps.length === 0) continue
      const isFound = plan.steps.some(step =>
        step.surname === undefined
          ? step.keys.every(key => keys.has(key))
          : surnameKeysOf(step).includes(surname)
      )
      if (!isFound) faults.add(`${label} «${value}» is not found`)
      else if (matchRecord(attributes, plan).exact === 0) faults.add(`${label} «${value}» is found, and 0`)
    }
  }
  expect([...faults]).toEqual([])
})
