import type { Facts, Match, SearchPlan } from './types.ts'
import { judge } from './verdict.ts'

/**
 * How well a record answers the query: 0–1 with short Russian reasons, best over the readings of the plan. Rules:
 * `design/search.md` §3. A looser form of the name never outranks a stricter one; without a date or an identifier a
 * name with no patronymic stays below 0.85, a contradicted patronymic at 0.55 or less.
 */
export const scoreRecord = (facts: Facts, plan: SearchPlan): Match => {
  const { score, why, reading } = judge(facts, plan)
  return { score: Math.round(score * 100) / 100, why, reading }
}
