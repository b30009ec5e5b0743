import {
  correctableOrganisationWords,
  organisationSpelling,
  organisationWordKey
} from './organisation-words.ts'
import { type Neighbours, OTHER_NAMES_TIER } from './plan-fuzzy-name.ts'
import type { NameStep } from './plan-name.ts'

export interface OrganisationConditions {
  /** Words of the name without its legal form. */
  words: readonly string[]
  otherKeys: readonly string[]
}

/** Nobody types a longer name of an organisation. */
export const ORGANISATION_WORDS_MAX = 6
/** Cap on the neighbours of one word that are asked for. */
const VARIANTS_MAX = 40

/**
 * Look-ups with one typing error. Tier 0 replaces a word that no organisation has, tier 2 any other word, tier 3 a lone
 * name by one about as frequent.
 */
export function fuzzyOrganisationSteps(
  { words, otherKeys }: OrganisationConditions,
  neighbours: Neighbours
): NameStep[] {
  const isAlone = otherKeys.length === 0
  return correctableOrganisationWords(words).flatMap(mistyped => {
    const { attested = true, neighbours: near = [] } = neighbours.get(organisationSpelling(mistyped)) ?? {}
    const others = words.filter(word => word !== mistyped).map(word => `w:${word}`)
    return near.slice(0, VARIANTS_MAX).map(
      ({ form, isOtherName }): NameStep => ({
        form: 'fuzzy',
        tier: !attested ? 0 : isAlone && isOtherName ? OTHER_NAMES_TIER : 2,
        keys: [organisationWordKey(form), ...others, ...otherKeys]
      })
    )
  })
}
