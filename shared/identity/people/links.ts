import type { ReasonTone } from '#shared/contracts/match.ts'
import type { PersonLink } from '#shared/contracts/person.ts'
import { VEHICLE_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { compareDates } from '#shared/identity/matching/compare-dates.ts'
import { isInitial, isWholeWord } from '#shared/identity/matching/compare-name-parts.ts'
import type { NameComparison } from '#shared/identity/matching/compare-names.ts'
import { DATE_REASONS } from '#shared/identity/matching/reasons.ts'
import { type LinkRule, linkText, nameAndDate, sentenceText } from '#shared/identity/matching/sentences.ts'
import { NAME_PARTS } from '#shared/identity/names/types.ts'
import { sameAddress } from '#shared/identity/records/address.ts'
import { memoizeByObject } from '#shared/identity/text/memoize.ts'
import type { CompareRecordNames } from './compare-record-names.ts'
import { type LinkageRecord, sharedHardKind, sharesAny } from './linkage-record.ts'

export interface Edge {
  a: LinkageRecord
  b: LinkageRecord
  rule: LinkRule
  /** Equal attributes count more than parts of the name; stronger edges come first. */
  strength: number
  name: NameComparison | null
}

const NAME_ENOUGH = 0.85
const ATTRIBUTES_FOR_WEAK_NAME = 2
const STRENGTH_OF_ATTRIBUTE = 10
const STRENGTH_OF_NUMBER = 100
export const ALL_BUT_NUMBERS = STRENGTH_OF_NUMBER - 1

/** `strong` needs one equal attribute, `weak` (diminutive, half a surname) two; null is another name. */
export const nameStrength = (name: NameComparison): 'strong' | 'weak' | null => {
  const { surname, given, patronymic } = name.agrees
  if (name.contradicts.length > 0) {
    const onlySurname = name.contradicts.length === 1 && name.contradicts[0] === 'surname'
    return onlySurname && isWholeWord(given) && patronymic !== 'typo' ? 'weak' : null
  }
  if (!given || (!surname && isInitial(given))) return null
  const hows = [surname, given, patronymic]
  const typos = hows.filter(how => how === 'typo').length
  const loose = hows.some(how => how === 'short' || how === 'prefix' || how === 'half' || how === 'family')
  const strong =
    name.score >= NAME_ENOUGH && surname && !loose && typos < 2 && !(typos > 0 && isInitial(given))
  return strong ? 'strong' : 'weak'
}

export const agreesInFull = (name: NameComparison | null): boolean =>
  name !== null && NAME_PARTS.every(part => name.agrees[part] && !isInitial(name.agrees[part]))

/** Allows a typing error in the surname, which a family shares anyway. */
const isWholeName = ({ agrees: { surname, given, patronymic } }: NameComparison): boolean =>
  (isWholeWord(surname) || surname === 'typo') && isWholeWord(given) && isWholeWord(patronymic)

const sharesBirthDate = (a: LinkageRecord, b: LinkageRecord): boolean => {
  const how = compareDates(a.fullDates, b.fullDates)?.agreement
  return how === 'equal' || how === 'exchanged'
}

/** Normal forms of addresses that name one flat. */
export const flatsOf = memoizeByObject(({ record }: LinkageRecord): readonly string[] =>
  record.attributes.displayValues.addresses
    .filter(({ link, namesFlat }) => !link && namesFlat)
    .map(({ normal }) => normal)
)

/** Null when one side names no flat; region and town may be missing. */
export const compareFlats = (
  flats: readonly string[],
  others: readonly string[]
): 'same' | 'other' | null => {
  if (flats.length === 0 || others.length === 0) return null
  return flats.some(flat => others.some(other => sameAddress(flat, other))) ? 'same' : 'other'
}

/** A home phone proves no more than the flat. Initials of two flats with one phone are rather relatives. */
const sharesPhone = (
  a: LinkageRecord,
  b: LinkageRecord,
  { agrees: { given } }: NameComparison,
  isFullName: boolean
): boolean => {
  if (!sharesAny(a.phones, b.phones)) return false
  if (isFullName) return true
  const isPersonal = a.phones.some(phone => b.phones.includes(phone) && !a.homePhones.includes(phone))
  return isPersonal && !(isInitial(given) && compareFlats(flatsOf(a), flatsOf(b)) === 'other')
}

/** The reason to link two records, or null; cannot-link is checked elsewhere. */
export const linkBetween = (a: LinkageRecord, b: LinkageRecord, compare: CompareRecordNames): Edge | null => {
  const hard = sharedHardKind(a.numbers, b.numbers)
  const name = compare(a, b)
  if (hard) return { a, b, rule: hard, strength: STRENGTH_OF_NUMBER, name }
  const strength = name && nameStrength(name)
  if (!name || !strength) return null
  const whole = Object.values(name.agrees).filter(isWholeWord).length
  const isFullName = strength === 'strong' && isWholeName(name)
  const date = sharesBirthDate(a, b)
  const phone = sharesPhone(a, b, name, isFullName)
  const email = sharesAny(a.emails, b.emails)
  const one = a.record.attributes.identifiers
  const other = b.record.attributes.identifiers
  const car = VEHICLE_KINDS.some(kind => sharesAny(one[kind], other[kind]))
  const equalAttributes = Number(date) + Number(phone) + Number(email) + Number(car)
  const enough = strength === 'strong' ? date || phone || email : equalAttributes >= ATTRIBUTES_FOR_WEAK_NAME
  if (enough) {
    const rule = date ? 'name_birth_date' : phone ? 'name_phone' : email ? 'name_email' : null
    return rule && { a, b, rule, strength: equalAttributes * STRENGTH_OF_ATTRIBUTE + whole, name }
  }
  // A household shares surname and initials, hardly a whole name.
  return isFullName && compareFlats(flatsOf(a), flatsOf(b)) === 'same'
    ? { a, b, rule: 'name_flat', strength: whole, name }
    : null
}

const NOTES: { when: (edge: Edge) => boolean; tone: ReasonTone; text: string }[] = [
  {
    when: ({ name }) => name?.agrees.surname === 'typo',
    tone: 'agree',
    text: 'фамилия с опечаткой'
  },
  {
    when: ({ a, b, rule }) => rule !== 'name_birth_date' && dateHow(a, b) === 'exchanged',
    tone: 'agree',
    text: DATE_REASONS.exchanged.text
  },
  {
    when: ({ a, b }) => dateHow(a, b) === 'one_part',
    tone: 'contradict',
    text: 'дата рождения расходится в одной части'
  },
  {
    when: ({ name }) => name?.contradicts.includes('surname') === true,
    tone: 'contradict',
    text: 'фамилия другая'
  },
  {
    when: ({ name }) => name?.contradicts.includes('given') === true,
    tone: 'contradict',
    text: 'имя другое'
  }
]

const dateHow = (a: LinkageRecord, b: LinkageRecord) =>
  compareDates(a.record.attributes.birthDates, b.record.attributes.birthDates)?.agreement

/** A date with day and month swapped is not said to agree. */
const ruleTextOf = ({ a, b, rule, name }: Edge): string =>
  rule === 'name_birth_date' && name && dateHow(a, b) === 'exchanged'
    ? sentenceText(nameAndDate(name, { agreement: 'exchanged' }))
    : linkText(rule, name)

/** The edge as shown, with its reservations. */
export const describeLink = (edge: Edge): PersonLink => {
  const notes = NOTES.filter(note => note.when(edge))
  return {
    from: edge.a.record.record_id,
    to: edge.b.record.record_id,
    rule: edge.rule,
    tone: notes.some(({ tone }) => tone === 'contradict') ? 'contradict' : 'agree',
    text: [ruleTextOf(edge), ...notes.map(({ text }) => text)].join('; ')
  }
}
