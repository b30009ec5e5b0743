import { parseBirthDate } from './birth-date.ts'
import { parseName } from './names.ts'
import { identifierKey } from './plan.ts'
import { fuzzyNameSteps, type Neighbours } from './plan-name.ts'
import type { PlanStep, Reading, SearchPlan } from './types.ts'
import { nearWordsOf } from './vocabulary.ts'

/** A name of the plan with what must stand beside it. */
interface AskedName {
  reading: number
  written: string
  parts: Reading[]
}

function askedNames(plan: SearchPlan): AskedName[] {
  const asked = new Set(plan.steps.map(step => step.reading))
  return plan.readings.flatMap((reading, at) => {
    if (!asked.has(at)) return []
    const parts = reading.kind === 'combined' ? (reading.parts ?? []) : [reading]
    const name = parts.find(part => part.kind === 'full_name')
    return name ? [{ reading: at, written: name.value, parts }] : []
  })
}

/** Words of the plan's names whose neighbours in the vocabulary are needed for `fuzzySteps`. */
export function fuzzyWords(plan: SearchPlan): string[] {
  const names = askedNames(plan).flatMap(({ written }) => parseName(written).slice(0, 1))
  return [...new Set(names.flatMap(nearWordsOf))]
}

/** Look-ups for names with one typing error, after everything that the plan itself asks. */
export function fuzzySteps(plan: SearchPlan, near: Neighbours): PlanStep[] {
  const known = new Set(plan.steps.map(({ keys }) => keys.join(' ')))
  return askedNames(plan).flatMap(({ reading, written, parts }) => {
    const dated = parts.find(part => part.kind === 'birth_date')
    const date = dated ? parseBirthDate(dated.value) : null
    const also = parts.map(identifierKey).filter(key => key !== null)
    return fuzzyNameSteps(written, date, also, near)
      .filter(({ keys }) => !known.has(keys.join(' ')))
      .map(step => ({ reading, ...step }))
  })
}
