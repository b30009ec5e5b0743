import type { ArgumentAgainst, CompareTone, PeopleComparison } from '#shared/contracts/compare.ts'
import type { PersonKind, PersonLabel } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { APART_WORDS, COMPARE_TEXTS } from '#shared/texts/compare.ts'
import { partiesText, recordsText } from '#site/features/search/people/people-view.ts'
import { dateText, labelText, scoreText } from '#site/features/search/texts.ts'
import { fullStop } from '#site/lib/text.ts'
import type { CellState } from '#site/ui/Cells.tsx'
import type { ComparedPair } from './compare-store.ts'

/** One of the two, as the head of its column. */
export interface SideView {
  /** Of the address. */
  id: string
  /** Whom the verdict is on: the person, or the card that the record stands in; null where the answer does not say. */
  personId: string | null
  kind: PersonKind
  /** Of the card, also where the side is one record of it: what the record says stands in the table. */
  name: string
  /** «14.03.1981, 11 записей», «запись источника 1». */
  about: string
  mark: { shape: string; text: string; score: string } | null
}

const SHAPES: Record<PersonLabel, string> = {
  match: 'yes',
  probable: 'maybe',
  namesake: 'no',
  related: 'other'
}

/** «СНИЛС» stays what it is. */
const lower = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

export function sidesOf({ pair, search }: Pick<ComparedPair, 'pair' | 'search'>): [SideView, SideView] {
  return [sideOf(pair.a, search.answer), sideOf(pair.b, search.answer)]
}

function sideOf(id: string, answer: SearchAnswer): SideView {
  const person = answer.persons.find(each => each.id === id)
  const holders = answer.persons.filter(each => recordIdsOf(each).includes(id))
  const place = answer.matches[id]?.party?.place
  const card = person ?? holders.find(({ parties }) => parties?.[id]?.place === place) ?? holders[0]
  const number = answer.sources_meta[id.slice(0, id.indexOf(':'))]?.number
  const born = dateText(person?.birth_date ?? '')
  const amount = person ? recordsText(person) : `запись источника ${number ?? ''}`.trim()
  return {
    id,
    personId: card?.id ?? null,
    kind: card?.kind ?? 'person',
    name: card?.name || 'Имя не указано',
    about: [born, person && partiesText(person), amount].filter(Boolean).join(', '),
    mark: person
      ? {
          shape: SHAPES[person.label],
          text: labelText(person.label, person.query_reasons, person.kind),
          score: scoreText(person.score)
        }
      : null
  }
}

/** The sources of a value that say less of it than the others: initials, a year alone. Of a single record none does. */
export function partialSources(
  { id }: Pick<SideView, 'id'>,
  field: string,
  answer: SearchAnswer
): Set<string> {
  const person = answer.persons.find(each => each.id === id)
  const summary = person && isDetailed(person) ? person.summary : []
  const evidence = summary.filter(row => row.field === field).flatMap(row => row.evidence)
  const whole = new Set(evidence.filter(({ state }) => state === 'confirms').map(({ source }) => source))
  const partial = evidence.filter(({ state, source }) => state === 'compatible' && !whole.has(source))
  return new Set(partial.map(({ source }) => source))
}

/** What the rules say of the two: «Разные люди: годы рождения разные», «Неясно: решающего совпадения нет». */
export function headlineOf({ for: agreeing, against }: PeopleComparison, kind: PersonKind): string {
  if (agreeing.some(({ code }) => code === 'one_card')) return COMPARE_TEXTS.oneCard
  const [first] = against
  if (first?.code === 'other_kind') return COMPARE_TEXTS.otherKind
  if (first?.kind !== 'veto') return COMPARE_TEXTS.unclear
  return `${APART_WORDS[kind]}: ${lower(first.text.split(':')[0] ?? '')}`
}

/** The same in sentences: what agrees, then what speaks against it first. */
export function reasonOf({ for: agreeing, against }: PeopleComparison): string {
  const [first] = against
  const agrees = agreeing.map(({ text }) => fullStop(text)).join(' ')
  if (!first) return agrees
  // It says itself what agrees.
  if (first.code === 'changed_surname') return fullStop(first.text)
  const differs = agrees && first.kind !== 'difference' ? `Но ${lower(first.text)}` : first.text
  return [agrees, fullStop(differs), first.kind === 'veto' && COMPARE_TEXTS.vetoed].filter(Boolean).join(' ')
}

/** The rule that decided. */
export function ruleOf({ against }: PeopleComparison): string {
  const has = (code: ArgumentAgainst['code']) => against.some(argument => argument.code === code)
  if (has('other_birth_date')) return `${COMPARE_TEXTS.dateRule}.`
  if (has('fits_two_people')) return COMPARE_TEXTS.tieRule
  const isVetoed = against.some(({ kind, code }) => kind === 'veto' && code !== 'other_kind')
  return isVetoed ? COMPARE_TEXTS.vetoRule : COMPARE_TEXTS.rule
}

/** `neutral`: a difference that says nothing. */
export type ShownTone = CompareTone | 'neutral'

export const STATES: Record<ShownTone, CellState> = {
  agree: 'yes',
  differ: 'no',
  missing: 'none',
  neutral: 'none'
}

/** How a line is marked that is of this tone unless the two may differ. */
export const toneOf = (tone: ShownTone, { may_differ }: { may_differ?: true | undefined }): ShownTone =>
  may_differ ? 'neutral' : tone

/** Numbers of sources, in their order. */
export const numbersOf = (keys: readonly string[], { sources_meta }: SearchAnswer): number[] =>
  keys.flatMap(key => sources_meta[key]?.number ?? []).sort((a, b) => a - b)
