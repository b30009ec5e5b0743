import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { planOf } from '#tests/kit/search-in.ts'

/** Looks a line up among one record's keys as an engine does: the first step that finds it, or null. */
export function findStep(
  line: string,
  fields: Record<string, string>,
  columns: Columns = {}
): PlanStep | null {
  const attributes = readAttributes(fields, columns)
  const keys = new Set(recordKeys(attributes))
  const surname = surnameKey(attributes)
  return (
    planOf(line).steps.find(step =>
      step.surname === undefined
        ? step.keys.every(key => keys.has(key))
        : surnameKeysOf(step).includes(surname ?? '')
    ) ?? null
  )
}
