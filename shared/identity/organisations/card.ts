import { PERSON_REASONS_SHOWN } from '#shared/constants.ts'
import type { PersonLabel } from '#shared/contracts/person.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { ORGANISATION_REASONS } from '#shared/identity/matching/reasons.ts'
import type { MatchResult } from '#shared/identity/matching/types.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import {
  buildPerson,
  type PersonContext,
  type PersonDraft,
  PROBABLE_ENOUGH
} from '#shared/identity/people/person.ts'
import { organisationId } from '#shared/identity/people/person-id.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import type { OrganisationCluster } from './clusters.ts'
import { isNameOnlyMention, type Mention } from './mentions.ts'
import { readOrganisationName } from './organisation-name.ts'
import { mayNameOrganisation } from './query-target.ts'

const viewOf = ({ record, values }: Mention, plan: SearchPlan): MatchedRecord => {
  const attributes = record.attributes.organisational(values)
  return { ...record, attributes, match: matchRecord(attributes, plan) }
}

const hasReason = ({ reasons }: MatchResult, ...codes: string[]): boolean =>
  reasons.some(({ code }) => codes.includes(code))

/** A name does not tell organisations apart: only an asked number or contact makes a match. */
const labelOf = (match: MatchResult): PersonLabel => {
  const { band, byIdentifier, contradicted, score } = match
  if (byIdentifier && band === 'full' && !contradicted) return 'match'
  const isAsked =
    byIdentifier || hasReason(match, 'same_organisation', 'mistyped_organisation', 'same_address')
  return isAsked && score >= PROBABLE_ENOUGH ? 'probable' : 'namesake'
}

/** The most frequent name, preferring a legal form, then the shorter; without a name, the number. */
const nameOf = ({ mentions }: OrganisationCluster): string => {
  const counts = new Map<string, number>()
  for (const { values } of mentions)
    for (const name of new Set(values.names)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const hasForm = (name: string) => Number(readOrganisationName(name).form !== '')
  const [best] = [...counts].toSorted(
    ([a, countA], [b, countB]) =>
      countB - countA || hasForm(b) - hasForm(a) || a.length - b.length || (a < b ? -1 : 1)
  )
  if (best) return best[0]
  const [inn] = mentions.flatMap(({ values }) => values.identifiers.inn)
  const [ogrn] = mentions.flatMap(({ values }) => values.identifiers.ogrn)
  const number = inn ? `${FIELD_LABELS.inn} ${inn}` : ogrn && `${FIELD_LABELS.ogrn} ${ogrn}`
  return [FIELD_LABELS.organization, number].filter(Boolean).join(', ')
}

/** Built from the best record and the position of its name, so that two cards of one record differ. */
const idOf = (
  mentions: readonly Mention[],
  views: readonly MatchedRecord[],
  { query }: SearchPlan
): string => {
  const [best] = mentions
    .map((mention, at) => ({ mention, score: views[at]?.match.score ?? 0 }))
    .sort((a, b) => b.score - a.score || (a.mention.record.record_id < b.mention.record.record_id ? -1 : 1))
  const place = best?.mention.record.attributes.organisations.findIndex(
    ({ key }) => key === best.mention.keys[0]
  )
  return organisationId(query, place ?? -1, best?.mention.record.record_id ?? '')
}

export const organisationViews = ({ mentions }: OrganisationCluster, plan: SearchPlan) => {
  const views = mentions.map(mention => viewOf(mention, plan))
  return { id: idOf(mentions, views, plan), views }
}

/** The card of an organisation; null when nobody asked for it and it has no record of its own. */
export const buildOrganisation = (
  cluster: OrganisationCluster,
  plan: SearchPlan,
  context: PersonContext
): PersonDraft | null => {
  const { mentions } = cluster
  const { id, views } = organisationViews(cluster, plan)
  const draft = buildPerson({ id, records: views, edges: [] }, plan, context)
  const { parties: named, ...person } = draft.person
  const { match } = draft
  const own = new Set(
    mentions
      .filter(({ isOwn }) => isOwn)
      .flatMap(({ record }) => [record, ...(context.duplicates.get(record.record_id) ?? [])])
      .map(({ record_id }) => record_id)
  )
  const isNamed = mayNameOrganisation(plan) && hasReason(match, 'same_organisation', 'mistyped_organisation')
  if (own.size === 0 && !match.byIdentifier && !isNamed) return null
  const reasons = [...person.query_reasons]
  if (mentions.every(isNameOnlyMention))
    reasons.push({
      ...ORGANISATION_REASONS.noNumber,
      record_ids: mentions.map(({ record }) => record.record_id)
    })
  const recordIds = person.record_ids.filter(id => own.has(id))
  const parties = Object.entries(named ?? {}).filter(([id]) => own.has(id))
  const links = [...cluster.links, ...person.links].filter(
    ({ from, to }) => recordIds.includes(from) && recordIds.includes(to)
  )
  return {
    ...draft,
    otherName: false,
    person: {
      ...person,
      kind: 'organisation',
      label: labelOf(match),
      name: nameOf(cluster),
      birth_date: null,
      record_ids: recordIds,
      ...(parties.length > 0 && { parties: Object.fromEntries(parties) }),
      why: [...new Set([...reasons, ...links].map(({ text }) => text))].slice(0, PERSON_REASONS_SHOWN),
      query_reasons: reasons,
      links,
      related: []
    }
  }
}
