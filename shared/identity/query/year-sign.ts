import { classifyNameWord } from '#shared/identity/names/name-word.ts'

const CAPITAL_AFTER = /^ ?(\p{Lu}\p{L}+)/u
const SIGN_AFTER = /^ ?г(?!\p{L})\.?(?= ?\p{L})/iu
const WITHOUT_DOT = /г$/iu

/** True when a «г.» before this text is the year's, as in «1980 г. Иванов»: in «1980 г. Пермь» it is the town's. */
export function isYearSign(after: string): boolean {
  const next = CAPITAL_AFTER.exec(after)?.[1]
  if (next === undefined) return true
  const { likeness, given, patronymic } = classifyNameWord(next.toLowerCase())
  return likeness === 2 || given !== null || patronymic > 0
}

/** The «г.» or «г» of the year with which the text after a date begins; '' for none. */
export function yearSignOf(after: string): string {
  const sign = SIGN_AFTER.exec(after)?.[0] ?? ''
  if (sign === '') return ''
  return WITHOUT_DOT.test(sign) || isYearSign(after.slice(sign.length)) ? sign : ''
}
