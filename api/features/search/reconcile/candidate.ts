import { readSearchId, splitSearchId } from '#api/features/search/search-id.ts'
import type { AnswerPerson, PersonKind } from '#shared/contracts/person.ts'
import type { ReconcileCandidate } from '#shared/contracts/programs/reconcile.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'

const PERCENT = 100

export const TYPE_NAMES: Record<PersonKind, string> = { person: 'Человек', organisation: 'Организация' }

/** A person of a search, named so that the search can be asked about them. */
export function candidateOf(
  { search_id, sources_meta }: Pick<SearchAnswer, 'search_id' | 'sources_meta'>,
  person: AnswerPerson
): ReconcileCandidate {
  const { id, kind, name, label, fits, score, band, source_keys, birth_date, birth_year, region, facts } =
    person
  const titles = source_keys.map(key => sources_meta[key]?.title ?? key)
  const parts = [birth_date ?? birth_year, region, ...facts.map(({ field, value }) => `${field}: ${value}`)]
  return {
    id: search_id + id,
    name,
    description: [...parts.filter(part => part !== null), `источники: ${titles.join(', ')}`].join(' · '),
    score: Math.round(score * PERCENT),
    // Two who fit equally are for a person to tell apart.
    match: label === 'match' && fits === 1,
    type: [{ id: kind, name: TYPE_NAMES[kind] }],
    features: [
      { id: 'score', value: score },
      { id: 'sources', value: source_keys.length },
      { id: `band_${band}`, value: true },
      { id: `label_${label}`, value: true }
    ]
  }
}

/** The search and the person whom an id names; null of what is none. */
export function parseCandidateId(id: string): { searchId: string; personId: string } | null {
  const [searchId, personId] = splitSearchId(id)
  return readSearchId(searchId) && personId !== '' ? { searchId, personId } : null
}
