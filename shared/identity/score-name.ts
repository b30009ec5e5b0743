import {
  type NameRole,
  type PreparedName,
  type PreparedPart,
  prepareName,
  reassign
} from './prepared-name.ts'
import {
  type Agreement,
  compareGivens,
  comparePatronymics,
  compareSurnames,
  type PartVerdict
} from './score-token.ts'
import type { PersonName } from './types.ts'

export interface NameComparison {
  /** 0–1: how well the parts that both names have agree, capped by contradictions. */
  score: number
  /** How each part agrees; a part that one side lacks, or that differs, is absent. */
  agrees: Partial<Record<NameRole, Agreement>>
  contradicts: (NameRole | 'gender')[]
  /** Short Russian remarks: «отчество другое», «имя в уменьшительной форме». */
  reasons: string[]
}

const ROLES = ['surname', 'given', 'patronymic'] as const
const WEIGHTS: Record<NameRole, number> = { surname: 1.3, given: 1, patronymic: 0.8 }
/** An initial says less than a word. */
const INITIAL_WEIGHT = 0.5
const CAPS = { patronymic: 0.55, gender: 0.55, surname: 0.5, given: 0.4 }
/** Two contradictions are worse than the worst of them. */
const EACH_FURTHER_CONTRADICTION = 0.75
const WITHOUT_SURNAME_CAP = 0.8
const WITHOUT_GIVEN_CAP = 0.7

const genderContradicts = (
  a: PreparedName,
  b: PreparedName,
  found: Partial<Record<NameRole, PartVerdict>>
): boolean => {
  const [one, other] = [a.patronymic?.gender, b.patronymic?.gender]
  if (one && other) return one !== other
  const given = found.given?.how
  if (
    found.surname?.how === 'family' &&
    a.surname?.cyrillic &&
    b.surname?.cyrillic &&
    !(a.gender && b.gender)
  )
    return given !== 'equal' || a.given?.initial === true
  if (!a.gender || !b.gender || a.gender === b.gender) return false
  return found.surname?.how === 'family' || given === undefined || given === 'differs' || given === 'initial'
}

const REMARKS: Record<NameRole, Partial<Record<PartVerdict['how'], string>>> = {
  surname: {
    differs: 'фамилия другая',
    typo: 'фамилия с опечаткой',
    half: 'совпала часть двойной фамилии',
    family: 'фамилия в другой родовой форме'
  },
  given: {
    differs: 'имя другое',
    typo: 'имя с опечаткой',
    half: 'совпала часть двойного имени',
    short: 'имя в уменьшительной форме',
    prefix: 'имя сокращено'
  },
  patronymic: { differs: 'отчество другое', typo: 'отчество с опечаткой' }
}

const differInScript = (a?: PreparedPart, b?: PreparedPart): boolean =>
  a !== undefined && b !== undefined && a.cyrillic !== b.cyrillic

const crossesScript = (a: PreparedName, b: PreparedName): boolean =>
  differInScript(a.surname, b.surname) || differInScript(a.given, b.given)

const weigh = (a: PreparedName, b: PreparedName): NameComparison => {
  const found: Partial<Record<NameRole, PartVerdict>> = {}
  if (a.surname && b.surname) found.surname = compareSurnames(a.surname, b.surname)
  if (a.given && b.given) found.given = compareGivens(a.given, b.given)
  if (a.patronymic && b.patronymic) found.patronymic = comparePatronymics(a.patronymic, b.patronymic)

  const result: NameComparison = { score: 0, agrees: {}, contradicts: [], reasons: [] }
  let sum = 0
  let weights = 0
  for (const role of ROLES) {
    const verdict = found[role]
    if (!verdict) continue
    const weight = WEIGHTS[role] * (verdict.how === 'initial' ? INITIAL_WEIGHT : 1)
    sum += weight * verdict.score
    weights += weight
    if (verdict.how === 'differs') result.contradicts.push(role)
    else result.agrees[role] = verdict.how
    const remark = REMARKS[role][verdict.how]
    if (remark) result.reasons.push(remark)
  }
  if (weights === 0) return result
  if (result.contradicts.length === 0 && crossesScript(a, b)) result.reasons.push('написание латиницей')
  if (genderContradicts(a, b, found)) {
    result.contradicts.push('gender')
    result.reasons.push('пол другой')
  }
  let score = sum / weights
  if (!found.surname) score = Math.min(score, WITHOUT_SURNAME_CAP)
  if (!found.given) score = Math.min(score, WITHOUT_GIVEN_CAP)
  for (const part of result.contradicts) score = Math.min(score, CAPS[part])
  result.score = score * EACH_FURTHER_CONTRADICTION ** Math.max(0, result.contradicts.length - 1)
  return result
}

/** An order that nobody vouches for counts only when whole words, not letters or abbreviations, bear it out. */
const isPlainAgreement = (comparison: NameComparison, fixed: PreparedName): boolean => {
  const hows = ROLES.map(role => comparison.agrees[role])
  const whole = ROLES.filter(
    role => ['equal', 'spelling'].includes(comparison.agrees[role] ?? '') && !fixed[role]?.initial
  )
  const loose = hows.some(how => how === 'short' || how === 'prefix' || how === 'half')
  return comparison.contradicts.length === 0 && !loose && whole.length >= 2
}

/** A whole word of one name stands in another role of the other: the order may have been guessed wrongly. */
const hasMovedWord = (a: PreparedName, b: PreparedName): boolean =>
  isAmong(a.surname, b.given, b.patronymic) ||
  isAmong(a.given, b.surname, b.patronymic) ||
  isAmong(a.patronymic, b.surname, b.given)

const isAmong = (word?: PreparedPart, one?: PreparedPart, other?: PreparedPart): boolean =>
  word !== undefined && !word.initial && (one?.fold === word.fold || other?.fold === word.fold)

/**
 * Compares two names part by part. A part that one side lacks costs nothing here. The order of an unlabelled name is
 * free; roles that the source names are facts, so that a swap of them is a contradiction.
 */
export const compareNames = (a: PersonName, b: PersonName): NameComparison => {
  const one = prepareName(a)
  const other = prepareName(b)
  const best = weigh(one, other)
  if ((a.labelled && b.labelled) || best.contradicts.length === 0 || !hasMovedWord(one, other)) return best
  const [free, fixed, flipped] = b.labelled ? [a, other, true] : [b, one, false]
  for (const candidate of reassign(free)) {
    const prepared = prepareName(candidate)
    const comparison = flipped ? weigh(prepared, fixed) : weigh(fixed, prepared)
    if (isPlainAgreement(comparison, fixed) && comparison.score > best.score) return comparison
  }
  return best
}
