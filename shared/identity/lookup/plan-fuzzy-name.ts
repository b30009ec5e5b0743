import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { NAME_PARTS, type NamePart, type PersonName } from '#shared/identity/names/types.ts'
import { mayCooccur, type RequiredCooccurrence } from './cooccurrence-filter.ts'
import { dateKeys, pairKeys } from './keys.ts'
import { type NameForms, nameForms } from './name-key.ts'
import { formSteps, type NameStep } from './plan-name.ts'
import { type Neighbourhood, normalizeSpelling } from './spelling-index.ts'

export type Neighbours = ReadonlyMap<string, Neighbourhood>

export interface NameConditions {
  date: PartialDate | null
  otherKeys: readonly string[]
}

interface Variant {
  forms: NameForms
  /** Some record has the replaced word, so it is hardly mistyped. */
  attested: boolean
  /** The replacement is another name, as «Марина» for «Карина». */
  isOtherName: boolean
}

/** The tier of replacements about as frequent as the word. */
export const OTHER_NAMES_TIER = 3

/** Another name is meant only when nobody was found. */
export const isOtherName = ({ form, tier }: Pick<NameStep, 'form' | 'tier'>): boolean =>
  form === 'fuzzy' && tier === OTHER_NAMES_TIER

/** Keys of whole names; keys of initials alone find other people. */
const WHOLE = /^(?:3|2|o|i|t|2d):/
/** Hardly any word has more neighbours that may stand beside the other words. */
const VARIANTS_MAX = 40
/** Each surname is a look-up of its own. */
const LONE_SURNAMES_MAX = 12

/** A frequent name has so many that those with the asked patronymic need a tier of their own. */
const WITHOUT_PATRONYMIC = /^o:/
/** Tiers of records without a patronymic, by tier with one. */
const LOOSER_TIERS = new Map([
  [0, 4],
  [2, 5]
])

/**
 * Look-ups for a name with one typing error, parse by parse. Tier 0: a word that no record has is replaced; tier 1: the
 * same with initials; tier 2: a word that some record has; tier 3: by another name, with nothing else beside it;
 * tiers 4 and 5: as 0 and 2 without a patronymic.
 */
export function fuzzyNameSteps(
  names: readonly PersonName[],
  beside: NameConditions,
  neighbours: Neighbours
): NameStep[] {
  const [first] = names
  const isAlone = beside.date === null && beside.otherKeys.length === 0
  if (first && isAlone && isLoneSurname(first)) return loneSurnames(first, neighbours)
  const variants: Map<number, Variant[]> = Map.groupBy(
    names.flatMap(name => variantsOf(name, beside, neighbours)),
    ({ attested, isOtherName }): number => (!attested ? 0 : isAlone && isOtherName ? OTHER_NAMES_TIER : 2)
  )
  const whole = [0, 2, OTHER_NAMES_TIER].flatMap(tier =>
    (variants.get(tier) ?? [])
      .flatMap(({ forms }) => wholeSteps(forms, beside))
      .map(keys =>
        stepIn(keys.some(key => WITHOUT_PATRONYMIC.test(key)) ? (LOOSER_TIERS.get(tier) ?? tier) : tier, keys)
      )
  )
  const initials = (variants.get(0) ?? []).flatMap(({ forms }) => initialsSteps(forms, beside))
  return [...whole, ...initials.map(keys => stepIn(1, keys))]
}

const stepIn = (tier: number, keys: string[]): NameStep => ({ form: 'fuzzy', tier, keys })

function isLoneSurname({ given, patronymic }: PersonName): boolean {
  return given === undefined && patronymic === undefined
}

function loneSurnames({ surname = '' }: PersonName, neighbours: Neighbours): NameStep[] {
  const { attested = true, neighbours: near = [] } = neighbours.get(normalizeSpelling(surname)) ?? {}
  const likeliest = near.toSorted((a, b) => Number(a.isOtherName) - Number(b.isOtherName))
  return likeliest.slice(0, LONE_SURNAMES_MAX).map(({ form, isOtherName }) => ({
    form: 'fuzzy',
    tier: !attested ? 0 : isOtherName ? OTHER_NAMES_TIER : 2,
    keys: [],
    surname: `s:${form}`
  }))
}

/** Replaces each word by the neighbours that may stand beside the others. */
function variantsOf(name: PersonName, { date }: NameConditions, neighbours: Neighbours): Variant[] {
  const forms = nameForms(name)
  return NAME_PARTS.flatMap(part => {
    const { attested = true, neighbours: near = [] } = neighbours.get(normalizeSpelling(name[part])) ?? {}
    const suffices: RequiredCooccurrence = date?.day
      ? 'the pair'
      : attested
        ? 'both parts'
        : 'both parts or initials'
    return near
      .filter(({ beside }) => mayCooccur(beside, part, forms, suffices))
      .slice(0, VARIANTS_MAX)
      .map(
        ({ form, isOtherName }): Variant => ({
          forms: replaced(forms, part, form),
          attested,
          isOtherName
        })
      )
  })
}

function replaced(forms: NameForms, part: NamePart, form: string): NameForms {
  if (part === 'surname') return { ...forms, surnames: [form] }
  return part === 'given'
    ? { ...forms, givens: [form], givenInitials: [form.charAt(0)] }
    : { ...forms, patronymics: [form], patronymicInitial: form.charAt(0) }
}

/** A full date shares a key with two parts; any other date is a key of its own. */
function wholeSteps(forms: NameForms, { date, otherKeys }: NameConditions): string[][] {
  const pairs = date?.day ? pairKeys(forms) : []
  if (date && pairs.length > 0) return pairs.map(pair => [`2d:${pair} ${isoDate(date)}`, ...otherKeys])
  const whole = formSteps(forms).filter(step => step.keys.every(key => WHOLE.test(key)))
  return whole.map(withoutInitials).flatMap(step => withBeside(step, { date, otherKeys }))
}

/** Drops the key of initials, because the pair holds the replaced word too and ranking does the rest. */
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
