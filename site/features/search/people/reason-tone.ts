import type { Match } from '#shared/identity/matching/types.ts'

/** A reason agrees, misses or contradicts; missing is not wrong. */
export type Tone = 'yes' | 'none' | 'no'

const AGAINST =
  /друг(?:ая|ое|ие|ой(?! \S+ форме))|расход|противореч|не совпа|не сход|отлича|разн(?:ый|ая|ое|ые)|не тот/i
const MISSING = /(?:^|[\s,])(?:нет|без|не указан\p{L}*|неизвест\p{L}*|отсутств\p{L}*)(?=[\s,]|$)/iu
const SURE = /рожд|дата|год|снилс|инн|паспорт|телефон|почт|e-?mail|огрн|vin|госномер/i

/** How a Russian reason is to be drawn. */
export function toneOf(reason: string): Tone {
  if (AGAINST.test(reason)) return 'no'
  return MISSING.test(reason) ? 'none' : 'yes'
}

/** A reason of two halves in its halves: «ФИО совпало, год рождения другой». */
export const halvesOf = (reason: string): string[] => reason.split(/(?<=совпал[аио]?), /)

/** Nothing but the name speaks for the match: no date and no identifier agrees. */
export function isNameOnly({ why }: Match): boolean {
  return !why.flatMap(halvesOf).some(half => toneOf(half) === 'yes' && SURE.test(half))
}
