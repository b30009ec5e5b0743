import type { IndexView } from '#shared/contracts/admin/indices.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { dayText } from '#shared/texts/day.ts'

type Passport = IndexView['passport']

export interface PassportState {
  tone: 'moss' | 'ochre' | 'red'
  text: string
}

/** A passport in a few words: until when it holds, or that it does not. */
export function passportState({ passport }: Pick<IndexView, 'passport'>): PassportState {
  if (passport.gaps.length > 0)
    return { tone: 'red', text: isDeclared(passport) ? 'паспорт не в силе' : 'нет паспорта' }
  const until = passportEnd(passport)
  if (!until) return { tone: 'moss', text: 'паспорт в силе' }
  return { tone: endsThisMonth(passport) ? 'ochre' : 'moss', text: `паспорт до ${dayText(until)}` }
}

/** The last day of a passport; none of one that has no end. */
export const passportEnd = ({ review_due, keep_until }: Passport): string | undefined =>
  [review_due, keep_until].filter(day => day !== null).toSorted()[0]

const MONTH = 'YYYY-MM'.length
/** «2026-11» of Moscow. */
const thisMonth = (now: Date) => {
  const [, month = '', year = ''] = moscowTime(now).split(/[. ]/)
  return `${year}-${month}`
}

/** It holds now, and will not at the end of the month. */
export const endsThisMonth = (passport: Passport, now = new Date()): boolean =>
  passport.gaps.length === 0 && passportEnd(passport)?.slice(0, MONTH) === thisMonth(now)

/** Whether anybody has declared anything but the title, which every source has. */
const isDeclared = ({ kind, origin, basis, controller, evidence_url, retention_days }: Passport) =>
  [kind, origin, basis, controller, evidence_url, retention_days].some(value => value !== null)

/** A gap names its field twice, as people and as files call it: «Вид (kind): …». */
const FIELD = / \(([a-z_]+)\)/

/** Why a passport does not hold, in sentences: what is missing as one, the rest one by one. */
export function gapSentences(passport: Passport): string[] {
  const isMissing = (gap: string) => passport[FIELD.exec(gap)?.[1] as keyof Passport] === null
  const missing = passport.gaps.filter(isMissing).map(gap => gap.split(FIELD)[0])
  const others = passport.gaps.filter(gap => !isMissing(gap)).map(gap => gap.replace(FIELD, ''))
  return missing.length > 0 ? [`Не заполнено: ${missing.join(', ')}`, ...others] : others
}

/** Of a source without a passport: it is listed as active, and yet answers nothing. */
const ANSWERS_NOTHING = 'На поиск не отвечает, пока паспорт не заполнен'

/** The same of a declared passport; of one that nobody has declared what comes of that. */
export const gapsOf = ({ passport, status }: IndexView): string =>
  isDeclared(passport) ? gapSentences(passport).join('. ') : status === 'active' ? ANSWERS_NOTHING : ''
