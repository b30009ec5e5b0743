import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { dateKeys, pairKeys } from './keys.ts'
import { type NameForms, nameForms } from './name-key.ts'
import { formSteps, type NameStep } from './plan-name.ts'
import { type Neighbourhood, normalizeSpelling } from './spelling-index.ts'

/** Neighbours in the spelling index of each word of the query. */
export type Neighbours = ReadonlyMap<string, Neighbourhood>

/** What a record must have beside the name. */
export interface NameConditions {
  date: PartialDate | null
  /** Keys of identifiers and words. */
  otherKeys: readonly string[]
}

/** A name with one of its words replaced by a neighbour. */
interface Variant {
  forms: NameForms
  /** The replaced word is in some record: then it is hardly mistyped. */
  attested: boolean
}

/** Keys of whole names; keys of initials alone find other people. */
const WHOLE = /^(?:3|2|o|i|t|2d):/
/** Each surname is a look-up of its own. */
const LONE_SURNAMES_MAX = 12

/**
 * Look-ups for a name with one typing error, for each parse of it. Tier 0: a word that no record has is replaced. Tier 1:
 * the same among records that have initials only. Tier 2: a word that some record has is replaced.
 */
export function fuzzyNameSteps(
  names: readonly PersonName[],
  beside: NameConditions,
  neighbours: Neighbours
): NameStep[] {
  const [first] = names
  if (first && isLoneSurname(first) && beside.date === null && beside.otherKeys.length === 0)
    return loneSurnames(first, neighbours)
  const variants = names.flatMap(name => variantsOf(name, neighbours))
  const unknown = variants.filter(({ attested }) => !attested)
  const attested = variants.filter(({ attested }) => attested)
  return [
    ...unknown.flatMap(({ forms }) => wholeSteps(forms, beside)).map(inTier(0)),
    ...unknown.flatMap(({ forms }) => initialsSteps(forms, beside)).map(inTier(1)),
    ...attested.flatMap(({ forms }) => wholeSteps(forms, beside)).map(inTier(2))
  ]
}

const inTier =
  (tier: number) =>
  (keys: string[]): NameStep => ({ form: 'fuzzy', tier, keys })

function isLoneSurname({ given, patronymic }: PersonName): boolean {
  return given === undefined && patronymic === undefined
}

function loneSurnames({ surname = '' }: PersonName, neighbours: Neighbours): NameStep[] {
  const { attested = true, forms = [] } = neighbours.get(normalizeSpelling(surname)) ?? {}
  const likeliest = forms.slice(0, LONE_SURNAMES_MAX)
  return likeliest.map(form => ({ form: 'fuzzy', tier: attested ? 2 : 0, keys: [], surname: `s:${form}` }))
}

function variantsOf(name: PersonName, neighbours: Neighbours): Variant[] {
  const forms = nameForms(name)
  const replaced = (part: string | undefined, replace: (form: string) => NameForms) => {
    const { attested = true, forms = [] } = neighbours.get(normalizeSpelling(part ?? '')) ?? {}
    return forms.map((form): Variant => ({ forms: replace(form), attested }))
  }
  return [
    ...replaced(name.surname, form => ({ ...forms, surnames: [form] })),
    ...replaced(name.given, form => ({ ...forms, givens: [form], givenInitials: [form.charAt(0)] })),
    ...replaced(name.patronymic, form => ({
      ...forms,
      patronymics: [form],
      patronymicInitial: form.charAt(0)
    }))
  ]
}

/** A full date of birth shares a key with a pair of parts; any other is a key of its own. */
function wholeSteps(forms: NameForms, { date, otherKeys }: NameConditions): string[][] {
  const pairs = date?.day ? pairKeys(forms) : []
  if (date && pairs.length > 0) return pairs.map(pair => [`2d:${pair} ${isoDate(date)}`, ...otherKeys])
  const whole = formSteps(forms).filter(step => step.keys.every(key => WHOLE.test(key)))
  return whole.map(withoutInitials).flatMap(step => withBeside(step, { date, otherKeys }))
}

/** The key of initials beside a pair holds the replaced word too; the pair alone is enough, and ranking does the rest. */
function withoutInitials(step: NameStep): NameStep {
  const pair = step.keys.find(key => key.startsWith('2:'))
  return pair === undefined ? step : { ...step, keys: [pair] }
}

function initialsSteps(forms: NameForms, beside: NameConditions): string[][] {
  const initials = formSteps(forms).filter(step => step.keys.some(key => !WHOLE.test(key)))
  return initials.flatMap(step => withBeside(step, beside))
}

const withBeside = ({ keys }: NameStep, { date, otherKeys }: NameConditions): string[][] =>
  (date ? dateKeys(date) : [null]).map(dated => [...keys, ...(dated === null ? [] : [dated]), ...otherKeys])
