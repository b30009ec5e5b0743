import type { Context } from '#api/context.ts'
import type { Candidate, SearchPolicy } from '#api/engines/contract.ts'
import { mayBeShown, passGate } from '#api/engines/gate.ts'
import { maskValues } from '#api/features/search/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { LinkedValue } from '#shared/contracts/admin/suppressions.ts'
import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { statedParties } from '#shared/identity/parties/stated.ts'
import { type RecordAttributes, readAttributes } from '#shared/identity/records/attributes.ts'
import type { SubjectValue } from '#shared/identity/records/subject.ts'
import type { Decider } from './decider.ts'
import { type StatedPerson, valuesOf } from './linked-values.ts'
import { sealValue } from './sealed-value.ts'
import { areSeveral, hardNumbers } from './several-people.ts'

const LOOK_MS = 5_000
const RECORDS_MAX = 200
const LOOKUPS_MAX = 40

/** Which records are looked at. */
export interface Sight {
  policy: SearchPolicy
  isSeen(candidate: Candidate): boolean
}

/** What records say of people besides what is known; nothing where they are of several. */
export function linkedTo(
  people: readonly StatedPerson[],
  known: readonly SubjectValue[],
  isSurelyOf: (person: StatedPerson) => boolean
): { linked: LinkedValue[]; isShared: boolean } {
  const isShared = areSeveral(people)
  const isKnown = (each: { kind: string; key: string }) =>
    known.some(({ kind, value }) => each.kind === kind && each.key === value)
  const others = valuesOf(people, isSurelyOf).filter(each => !isKnown(each))
  return { linked: isShared ? [] : others.map(({ key: _, ...shown }) => shown), isShared }
}

/** For whom passport, INN and SNILS are masked: values that can be entered and not read. */
export function maskLinked(
  secrets: Pick<Context['secrets'], 'audit'>,
  by: Decider,
  linked: readonly LinkedValue[]
): LinkedValue[] {
  const shown = maskValues(linked.map(({ kind, shown: text }) => ({ kind, text })))
  return linked.map((each, at) => {
    const text = shown[at] ?? ''
    return text === each.shown ? each : { ...each, shown: text, value: sealValue(secrets, by, each) }
  })
}

/**
 * The people of records with these keys, and with every number that links them.
 *
 * @param first Of each look-up all its keys.
 * @throws Refusal `SEARCH_DOWN`.
 */
export async function peopleWith(
  { engine }: Pick<Context, 'engine'>,
  first: readonly (readonly string[])[],
  { policy, isSeen }: Sight
): Promise<StatedPerson[]> {
  const people = new Map<string, StatedPerson>()
  const lookedUp = new Set<string>()
  const waiting = [...first]
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
    for (const candidate of passGate((answers[0]?.candidates ?? []).filter(isSeen), policy)) {
      const person = personOf(candidate, policy, keys)
      if (!person || people.has(person.id) || people.size >= RECORDS_MAX) continue
      people.set(person.id, person)
      for (const kind of HARD_LINK_KINDS)
        for (const value of hardNumbers(person, kind)) waiting.push([`${kind}:${value}`])
    }
  }
  return [...people.values()]
}

/** Whoever of a record has what was looked up, without what is their employer's or company's; null where several have. */
function personOf(candidate: Candidate, policy: SearchPolicy, keys: readonly string[]): StatedPerson | null {
  const { record_id: id, source, fields } = candidate
  const inPolicy = policy.sources.get(source)
  if (!inPolicy || !mayBeShown(candidate, policy)) return null
  const parties = statedParties(fields, inPolicy.columns, inPolicy.parties)
  const own = (parties ?? [{ attributes: readAttributes(fields, inPolicy.columns) }]).flatMap(
    ({ attributes: all }) => {
      const attributes = all.personal()
      return all.roles?.hasPerson !== false && isOf(attributes, keys) ? [attributes] : []
    }
  )
  const [attributes] = own
  return attributes && own.length === 1 ? { id, source, fields, attributes } : null
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
