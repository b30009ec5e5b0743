import type { IndexView } from '#shared/contracts/admin-indices.ts'
import { dayText } from '#shared/texts/day.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { counted, RECORDS } from '#site/lib/numbers.ts'

type Passport = IndexView['passport']

/** What goes with a source, for the question before it. */
export function goneWith({ title, name, records, adopted }: Leaving): string {
  const source = title === name ? 'Источник' : `Источник ${quoted(title)}`
  if (adopted)
    return `${source} исчезнет из поиска сразу, его паспорт удалится. Данные в Elasticsearch останутся: этот индекс только подключён.`
  const held = records === 0 ? '' : `${counted(records, RECORDS)}, `
  return `${source} исчезнет из поиска сразу, вместе с ним удалятся ${held}паспорт и сведения о загрузках. Отменить это нельзя.`
}

export type Leaving = Pick<IndexView, 'title' | 'name' | 'records' | 'adopted'>

export interface PassportState {
  tone: 'moss' | 'red'
  text: string
}

/** A passport in a few words: until when it holds, or that it does not. */
export function passportState({ passport }: Pick<IndexView, 'passport'>): PassportState {
  if (passport.gaps.length > 0)
    return { tone: 'red', text: isDeclared(passport) ? 'паспорт не в силе' : 'нет паспорта' }
  const until = [passport.review_due, passport.keep_until].filter(day => day !== null).toSorted()[0]
  return { tone: 'moss', text: until ? `паспорт до ${dayText(until)}` : 'паспорт в силе' }
}

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

/** The same of a declared passport; nothing of one that nobody has declared. */
export const gapsOf = ({ passport }: IndexView): string =>
  isDeclared(passport) ? gapSentences(passport).join('. ') : ''
