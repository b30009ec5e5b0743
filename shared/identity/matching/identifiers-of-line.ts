import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { identifierTokens, type TokenizedIdentifier } from '#shared/identity/reading/identifier-tokens.ts'
import { identifiersByTerms } from '#shared/identity/reading/line-identifiers.ts'
import { memoizeByObject } from '#shared/identity/text/memoize.ts'

/** Identifiers of a line in all readings; empty when it has fewer than two. */
export const identifiersOfLine = memoizeByObject((plan: SearchPlan): readonly TokenizedIdentifier[] => {
  const byTerms = identifiersByTerms(plan.readings)
  if (byTerms.size < 2) return []
  return [...byTerms.values()].flat().map(({ kind, value }) => ({
    kind,
    value,
    tokenLists: identifierTokens({ kind, value })
  }))
})
