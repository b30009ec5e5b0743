import type { PersonCard } from '#shared/contracts/person.ts'
import { townOf } from '#shared/identity/records/town.ts'
import { ADDRESS_LABEL } from '#shared/labels/usual-fields.ts'

/** What a row says of somebody: the two values that tell them from others, an address as its town; else the region. */
export function factsOf({ facts, region }: Pick<PersonCard, 'facts' | 'region'>) {
  const shown = facts.length > 0 || !region ? facts : [{ field: '', value: region }]
  return shown.map(({ field, value }) => ({
    field,
    value,
    text: field === ADDRESS_LABEL ? townOf(value) : value
  }))
}
