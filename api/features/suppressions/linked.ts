import type { Context } from '#api/context.ts'
import { orm } from '#api/db/orm.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import type { LinkedAnswer } from '#shared/contracts/admin/suppressions.ts'
import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { suppressionKindLabel } from '#shared/labels/suppression-kinds.ts'
import type { TypedValue } from '#shared/rules/suppression.ts'
import { linkedTo, maskLinked, peopleWith } from './linked-people.ts'
import type { StatedPerson } from './linked-values.ts'
import { auditHashesOfValues, readValue } from './read-value.ts'
import { openValue } from './sealed-value.ts'
import { type Decider, noteDecision } from './service.ts'
import { hasHardNumber } from './several-people.ts'

type LinkContext = Pick<Context, 'sql' | 'secrets' | 'hashes' | 'engine' | 'sources'>

/**
 * What the records say of whoever has a value, to be entered with it: those that have the value, and those that have a
 * number of these which is one person's alone. Where they contradict each other they are of several people, and nothing
 * is linked. A family or an office may share a contact, so what such a number does not prove is not sure. Audited, since it shows values of records.
 *
 * @param isMasked Passport, INN and SNILS are shown masked, and their values can be entered and not read.
 * @throws Refusal `UNKNOWN_VALUE`, `SEARCH_DOWN`, `FORBIDDEN`.
 */
export async function linkedValues(
  context: LinkContext,
  typed: TypedValue,
  by: Decider,
  isMasked: boolean
): Promise<Omit<LinkedAnswer, 'ok'>> {
  const { sql, secrets, hashes } = context
  const read = readValue(openValue(secrets, by, typed))
  const { policy } = await context.sources.current()
  const people = await peopleWith(context, [read.keys], { policy, isSeen: () => true })
  const { kind } = read.subject
  const isSurelyOf = (person: StatedPerson) => namesOnePerson(kind) || hasHardNumber(person)
  const { linked, isShared } = linkedTo(people, [read.subject], isSurelyOf)
  await noteDecision(orm(sql), by, {
    action: 'suppression_linked',
    queryTokens: auditHashesOfValues([read], hashes.audit),
    resultCount: people.length,
    recordIds: people.map(({ id }) => recordNumber(id)),
    sourceKeys: [...new Set(people.map(({ source }) => source))]
  })
  return {
    kind,
    kind_label: suppressionKindLabel(kind),
    linked: isMasked ? maskLinked(secrets, by, linked) : linked,
    records: people.length,
    is_shared: isShared
  }
}

const namesOnePerson = (kind: string): boolean =>
  kind === 'name_dob' || HARD_LINK_KINDS.some(each => each === kind)
