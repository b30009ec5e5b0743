import type { Context } from '#api/context.ts'
import { orm } from '#api/db/orm.ts'
import type { Candidate, SearchPolicy } from '#api/engines/contract.ts'
import { mayBeShown, passGate } from '#api/engines/gate.ts'
import { maskValues } from '#api/features/search/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { LinkedAnswer, LinkedValue } from '#shared/contracts/admin/suppressions.ts'
import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { statedParties } from '#shared/identity/parties/stated.ts'
import { type RecordAttributes, readAttributes } from '#shared/identity/records/attributes.ts'
import { suppressionKindLabel } from '#shared/labels/suppression-kinds.ts'
import type { TypedValue } from '#shared/rules/suppression.ts'
import { type StatedPerson, valuesOf } from './linked-values.ts'
import { readValue, tokensOf } from './read-value.ts'
import { openValue, sealValue } from './sealed-value.ts'
import { type Decider, noteDecision } from './service.ts'
import { areSeveral, hardNumbers, hasHardNumber } from './several-people.ts'

const LOOK_MS = 5_000
const RECORDS_MAX = 200
const LOOKUPS_MAX = 40

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
  const people = await peopleWith(context, read.keys)
  const isShared = areSeveral(people)
  const { kind, value } = read.subject
  const isSurelyOf = (person: StatedPerson) => namesOnePerson(kind) || hasHardNumber(person)
  const others = valuesOf(people, isSurelyOf).filter(each => !(each.kind === kind && each.key === value))
  const linked = isShared ? [] : others.map(({ key: _, ...shown }) => shown)
  await noteDecision(orm(sql), by, {
    action: 'suppression_linked',
    queryTokens: tokensOf([read], hashes.audit),
    resultCount: people.length,
    recordIds: people.map(({ id }) => recordNumber(id)),
    sourceKeys: [...new Set(people.map(({ source }) => source))]
  })
  return {
    kind,
    kind_label: suppressionKindLabel(kind),
    linked: isMasked ? masked(secrets, by, linked) : linked,
    records: people.length,
    is_shared: isShared
  }
}

function masked(secrets: LinkContext['secrets'], by: Decider, linked: LinkedValue[]): LinkedValue[] {
  const shown = maskValues(linked.map(({ kind, shown: text }) => ({ kind, text })))
  return linked.map((each, at) => {
    const text = shown[at] ?? ''
    return text === each.shown ? each : { ...each, shown: text, value: sealValue(secrets, by, each) }
  })
}

/** The people of records with the keys, and with every number that links them. */
async function peopleWith(
  { engine, sources }: LinkContext,
  first: readonly string[]
): Promise<StatedPerson[]> {
  const { policy } = await sources.current()
  const people = new Map<string, StatedPerson>()
  const lookedUp = new Set<string>()
  const waiting: (readonly string[])[] = [first]
  for (let keys = waiting.shift(); keys && lookedUp.size < LOOKUPS_MAX; keys = waiting.shift()) {
    const name = keys.join()
    if (lookedUp.has(name) || keys.length === 0) continue
    lookedUp.add(name)
    const steps = [{ reading: 0, form: 'identifier' as const, tier: 0, keys: [...keys] }]
    const limits = { perSource: RECORDS_MAX, total: RECORDS_MAX }
    const { answers, failed } = await engine.look(
      [{ steps, limits }],
      policy,
      LOOK_MS,
      AbortSignal.timeout(LOOK_MS)
    )
    if (failed.size > 0) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
    for (const candidate of passGate(answers[0]?.candidates ?? [], policy)) {
      const person = personOf(candidate, policy, keys)
      if (!person || people.has(person.id) || people.size >= RECORDS_MAX) continue
      people.set(person.id, person)
      for (const kind of HARD_LINK_KINDS)
        for (const value of hardNumbers(person, kind)) waiting.push([`${kind}:${value}`])
    }
  }
  return [...people.values()]
}

/** Whoever of a record has what was looked up; null where several have. */
function personOf(candidate: Candidate, policy: SearchPolicy, keys: readonly string[]): StatedPerson | null {
  const { record_id: id, source, fields } = candidate
  const inPolicy = policy.sources.get(source)
  if (!inPolicy || !mayBeShown(candidate, policy)) return null
  const parties = statedParties(fields, inPolicy.columns, inPolicy.parties)
  const own = (parties ?? [{ attributes: readAttributes(fields, inPolicy.columns) }]).filter(
    ({ attributes }) => isOf(attributes, keys)
  )
  const [first] = own
  return first && own.length === 1 && !first.attributes.roles?.organisation
    ? { id, source, attributes: first.attributes }
    : null
}

const isOf = ({ identifiers }: RecordAttributes, keys: readonly string[]): boolean =>
  keys.every(
    key =>
      !key.includes(':') ||
      IDENTIFIER_KINDS.every(kind => !key.startsWith(`${kind}:`)) ||
      hasKey(identifiers, key)
  )

const hasKey = (identifiers: RecordAttributes['identifiers'], key: string): boolean =>
  IDENTIFIER_KINDS.some(kind => identifiers[kind].some(value => `${kind}:${value}` === key))

const namesOnePerson = (kind: string): boolean =>
  kind === 'name_dob' || HARD_LINK_KINDS.some(each => each === kind)
