import type { Match } from '#shared/identity/matching/types.ts'

/** A reason agrees, has nothing to compare, or contradicts; missing is not wrong. */
export type ReasonTone = 'agree' | 'missing' | 'contradict'

const CONTRADICTS =
  /друг(?:ая|ое|ие|ой(?! \S+ форме))|расход|противореч|не совпа|не сход|отлича|разн(?:ый|ая|ое|ые)|не тот/i
const MISSES = /(?:^|[\s,])(?:нет|без|не указан\p{L}*|неизвест\p{L}*|отсутств\p{L}*)(?=[\s,]|$)/iu
/** Beside a name, only a date or an identifier tells one person from another. */
const DISTINGUISHES = /рожд|дата|год|снилс|инн|паспорт|телефон|почт|e-?mail|огрн|vin|госномер/i

/** How a Russian reason is to be drawn. */
export function reasonTone(reason: string): ReasonTone {
  if (CONTRADICTS.test(reason)) return 'contradict'
  return MISSES.test(reason) ? 'missing' : 'agree'
}

/** A reason of two halves in its halves: «ФИО совпало, год рождения другой». */
export const splitReason = (reason: string): string[] => reason.split(/(?<=совпал[аио]?), /)

/** Nothing but the name speaks for the match: no date and no identifier agrees. */
export function isNameOnly({ why }: Match): boolean {
  return !why.flatMap(splitReason).some(half => reasonTone(half) === 'agree' && DISTINGUISHES.test(half))
}
