import * as v from 'valibot'
import { hasAtMost } from '#shared/identity/text/code-points.ts'
import { PURPOSES, type PurposeCode } from '#shared/labels/purposes.ts'
import {
  SOURCE_BASES,
  SOURCE_KINDS,
  SOURCE_ORIGINS,
  type SourceBasis,
  type SourceKind,
  type SourceOrigin
} from '#shared/labels/sources.ts'
import { dayText } from '#shared/texts/day.ts'
import { isDay } from './day.ts'
import { isStorable } from './storable.ts'

export const PASSPORT_TEXT_MAX_CHARS = 300
export const RETENTION_MAX_DAYS = 36_500
const DAY_MS = 86_400_000

const filled = (name: string) =>
  v.pipe(
    v.string(`${name}: заполните поле`),
    v.trim(),
    v.minLength(1, `${name}: заполните поле`),
    v.check(
      text => hasAtMost(text, PASSPORT_TEXT_MAX_CHARS),
      `${name}: не больше ${PASSPORT_TEXT_MAX_CHARS} символов`
    ),
    v.check(isStorable, `${name}: есть недопустимые символы`)
  )

function oneOf<Key extends string>(name: string, choices: Record<Key, string>) {
  const keys = Object.keys(choices) as Key[]
  return v.picklist(keys, `${name}: одно из значений ${keys.join(', ')}`)
}

const day = (name: string) =>
  v.pipe(
    v.string(`${name}: дата вида 2026-01-31`),
    v.check(text => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text), `${name}: дата вида 2026-01-31`)
  )

const ALLOWED = 'Цели (purposes_allowed)'
const ALLOWED_LIST = `${ALLOWED}: список целей, хотя бы одна`
const RETENTION = `Срок хранения (retention_days): целое число дней от 1 до ${RETENTION_MAX_DAYS}`

/** `passport.json` of a source (`docs/guides/data-protection.md` §7); texts name fields as the file does. */
export const passport = v.object(
  {
    title: filled('Название (title)'),
    kind: oneOf<SourceKind>('Вид (kind)', SOURCE_KINDS),
    origin: oneOf<SourceOrigin>('Происхождение (origin)', SOURCE_ORIGINS),
    basis: oneOf<SourceBasis>('Основание (basis)', SOURCE_BASES),
    controller: filled('Ответственный (controller)'),
    /** Where the basis is documented. */
    evidence_url: v.pipe(
      filled('Подтверждение (evidence_url)'),
      v.check(isWebAddress, 'Подтверждение (evidence_url): адрес вида https://…')
    ),
    retention_days: v.pipe(
      v.number(RETENTION),
      v.integer(RETENTION),
      v.minValue(1, RETENTION),
      v.maxValue(RETENTION_MAX_DAYS, RETENTION)
    ),
    /** ISO dates. */
    obtained_at: day('Получено (obtained_at)'),
    review_due: day('Пересмотреть до (review_due)'),
    /** Labels that may be stored; null or absent means all. */
    fields: v.nullish(
      v.pipe(
        v.array(filled('Поля (fields)'), 'Поля (fields): список названий колонок'),
        v.minLength(1, 'Поля (fields): список названий колонок')
      )
    ),
    /** Allowed purposes; null or absent means any or none. */
    purposes_allowed: v.nullish(
      v.pipe(v.array(oneOf<PurposeCode>(ALLOWED, PURPOSES), ALLOWED_LIST), v.minLength(1, ALLOWED_LIST))
    )
  },
  'Паспорт источника: объект JSON с полями title, kind, origin, basis и другими'
)

export type Passport = v.InferOutput<typeof passport>

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Last day (ISO) of retention: `retention_days` after the records were obtained. */
export function lastKeepingDay({
  obtained_at,
  retention_days
}: Pick<Passport, 'obtained_at' | 'retention_days'>): string {
  const end = new Date(Date.parse(`${obtained_at}T00:00:00Z`) + retention_days * DAY_MS)
  return end.toISOString().slice(0, 10)
}

/** Gaps that keep a passport from being in force on a day, in Russian; empty when it is. */
export function passportGaps(value: unknown, today: string): string[] {
  const checked = v.safeParse(passport, value)
  if (!checked.success) return [...new Set(checked.issues.map(issue => gapText(issue, value)))]
  const gaps: string[] = []
  if (checked.output.obtained_at > today) gaps.push('Получено (obtained_at): дата ещё не наступила')
  if (checked.output.review_due < today) gaps.push('Пересмотреть до (review_due): срок пересмотра истёк')
  const lastDay = lastKeepingDay(checked.output)
  if (lastDay < today) gaps.push(`Срок хранения (retention_days): истёк ${dayText(lastDay)}`)
  return gaps
}

/** For a missing key valibot refers to the object; the text of its field says more. */
function gapText(issue: v.BaseIssue<unknown>, value: unknown): string {
  const key = issue.path?.[0]?.key
  const missing = typeof value === 'object' && value !== null && typeof key === 'string' && !(key in value)
  if (!missing) return issue.message
  const entry = passport.entries[key as keyof typeof passport.entries]
  const own = v.safeParse(entry, undefined)
  return own.issues?.[0]?.message ?? issue.message
}

export const readPassport = (value: unknown): Passport => v.parse(passport, value)
