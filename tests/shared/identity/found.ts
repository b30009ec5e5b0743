import { readFacts } from '#shared/identity/facts.ts'
import { recordKeys, surnameKey } from '#shared/identity/keys.ts'
import { parseQuery } from '#shared/identity/parse.ts'
import { planSearch } from '#shared/identity/plan.ts'
import type { Columns, PlanStep } from '#shared/identity/types.ts'

/** Looks a line up among one record's keys as an engine does: the first step that finds it, or null. */
export function findStep(
  line: string,
  fields: Record<string, string>,
  columns: Columns = {}
): PlanStep | null {
  const facts = readFacts(fields, columns)
  const keys = new Set(recordKeys(facts))
  const surname = surnameKey(facts)
  const plan = planSearch(line, parseQuery(line))
  return (
    plan.steps.find(step =>
      step.surname === undefined ? step.keys.every(key => keys.has(key)) : step.surname === surname
    ) ?? null
  )
}
