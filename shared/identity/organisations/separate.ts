import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { isNameOnlyMention, type Mention, readMentions } from './mentions.ts'
import { asksForValue, mayBeAsked } from './query-target.ts'

interface SeparatedRecords {
  people: MatchedRecord[]
  mentions: Mention[]
}

/** A record without a person belongs to the organisation alone. */
export const separateOrganisations = (
  records: readonly MatchedRecord[],
  plan: SearchPlan
): SeparatedRecords => {
  const people: MatchedRecord[] = []
  const all: Mention[] = []
  for (const record of records) {
    const mentions = readMentions(record)
    all.push(...mentions)
    if (mentions.length === 0 && record.attributes.roles === null) people.push(record)
    else if (!mentions.some(({ isOwn }) => isOwn)) people.push(personalRecord(record, mentions, plan))
  }
  return { people, mentions: all }
}

const personalRecord = (
  record: MatchedRecord,
  mentions: readonly Mention[],
  plan: SearchPlan
): MatchedRecord => {
  const { attributes, match } = record
  const isNameless = attributes.names.length === 0
  const isAsked = asksForValue(plan) || mentions.some(mention => mayBeAsked(mention, plan))
  // An employer that nobody asked for changes nothing.
  if (!isAsked && !isNameless && mentions.every(isNameOnlyMention)) return record
  const own = attributes.personal()
  if (own === attributes) return record
  return { ...record, attributes: own, match: isAsked || isNameless ? matchRecord(own, plan) : match }
}
