import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { isFoundByWords, type PersonContext, type PersonDraft } from '#shared/identity/people/person.ts'
import { buildOrganisation } from './card.ts'
import { clusterMentions } from './clusters.ts'
import { connectPeople, personInRecordKey } from './connect.ts'
import type { Mention } from './mentions.ts'
import { asksForPerson, mayBeAsked, namesOrganisation } from './query-target.ts'

/**
 * Cards of organisations that were asked for or have their own records, connected with the people of the answer. When
 * an organisation was asked for, nobody is called its namesake.
 * @param people Changed: their relations, and the labels of those who are only connected.
 */
export const addOrganisations = (
  mentions: readonly Mention[],
  people: readonly PersonDraft[],
  plan: SearchPlan,
  context: PersonContext
): PersonDraft[] => {
  const isShown = (mention: Mention) => mention.isOwn || mayBeAsked(mention, plan)
  const shown = new Set(mentions.filter(isShown))
  if (shown.size === 0 && !namesOrganisation(plan)) return []
  const cards: PersonDraft[] = []
  const personOf = new Map(
    people.flatMap(draft => draft.records.map(record => [personInRecordKey(record), draft] as const))
  )
  for (const cluster of clusterMentions(mentions)) {
    const card = cluster.mentions.some(mention => shown.has(mention))
      ? buildOrganisation(cluster, plan, context)
      : null
    if (!card) continue
    connectPeople(card, cluster, personOf)
    cards.push(card)
  }
  if (asksForOrganisation(cards, plan))
    for (const { person } of [...people, ...cards])
      if (person.label === 'namesake' && !isFoundByWords(person)) person.label = 'related'
  return cards
}

/** Whether the line names an organisation, or one was found that it may mean. */
const asksForOrganisation = (cards: readonly PersonDraft[], plan: SearchPlan): boolean =>
  !asksForPerson(plan) &&
  (namesOrganisation(plan) ||
    cards.some(({ person: { label } }) => label === 'match' || label === 'probable'))
