import {
  correctableOrganisationWords,
  organisationSpelling,
  organisationWordKey
} from './organisation-words.ts'
import { type Neighbours, OTHER_NAMES_TIER } from './plan-fuzzy-name.ts'
import type { NameStep } from './plan-name.ts'

/** The name of an organisation, and what a record must have beside it. */
export interface OrganisationConditions {
  /** All words of the name, without its legal form. */
  words: readonly string[]
  /** Keys of identifiers and other words. */
  otherKeys: readonly string[]
}

/** A longer text is no name of an organisation that somebody types. */
export const ORGANISATION_WORDS_MAX = 6
/** Cap on the neighbours of one word that are asked for. */
const VARIANTS_MAX = 40

/**
 * Look-ups for the name of an organisation with one typing error. Tier 0: a word that no organisation has is exchanged.
 * Tier 2: a word that some organisation has; tier 3: by a word that is about as frequent, where nothing stands beside it.
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
