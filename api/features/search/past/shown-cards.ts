import type { ShownCard } from '#api/features/search/answer/prepared-answer.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import type { KeyedHash } from '#api/lib/hmac.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { personInRecordKey } from '#shared/identity/organisations/connect.ts'
import { groupCards } from '#shared/identity/people/group.ts'
import { partyId } from '#shared/identity/people/person-id.ts'
import { recordsByPerson } from '#shared/identity/people/whole-person/further.ts'
import { identityKeys } from '#shared/identity/people/whole-person/identity-keys.ts'
import type { ShownRecords } from './regroup.ts'

/** People of a search, recognizable later. */
export function shownCards(
  plan: SearchPlan,
  { records, competing }: ShownRecords,
  auditHash: KeyedHash
): ShownCard[] {
  const tokenOf = (text: string) => String(auditHash.number(`person ${text}`))
  const cardOf = new Map(groupCards(records, plan, () => false, { competing }).map(card => [card.id, card]))
  return recordsByPerson(records, plan, competing).map(members => {
    const ids = members.map(({ party, record_id }) => partyId(plan.query, party, record_id))
    const card = ids.map(id => cardOf.get(id)).find(each => each !== undefined)
    return {
      id: card?.id ?? '',
      name: card?.name ?? '',
      birthDate: card?.birth_date ?? null,
      tokens: identityKeys(members).map(tokenOf),
      records: members.map((record, at) => ({
        id: ids[at] ?? '',
        number: String(recordNumber(record.record_id)),
        token: tokenOf(personInRecordKey(record))
      }))
    }
  })
}
