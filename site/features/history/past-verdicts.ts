import type { Verdict } from '#shared/contracts/verdict.ts'
import { PAIR_VERDICT_WORDS, VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { compareHref, searchHref } from '#site/lib/search-links.ts'

/** A verdict without the answer that it was made in. */
export interface PastVerdict {
  id: number
  /** «Лицо А», «Лица А и Б»: whom it is on, told apart from the others of the search; empty where there is nobody else. */
  about: string
  word: string
  note: string | null
  /** «22.11.2026 12:52», in Moscow. */
  at: string
  /** Where the answer shows who that is. */
  href: string
}

const LETTERS = 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЭЮЯ'

/** «А», behind the last letter «А2». */
function letterOf(place: number): string {
  const round = Math.floor(place / LETTERS.length)
  return `${LETTERS[place % LETTERS.length]}${round > 0 ? round + 1 : ''}`
}

/**
 * Verdicts in words where nothing names those whom they are on: names are not stored. A letter stands for each of them,
 * in the order in which they were judged. Nor is it known whether that is a person or an organisation.
 */
export function pastVerdicts(searchId: string, verdicts: readonly Verdict[]): PastVerdict[] {
  const ids = [...new Set(verdicts.flatMap(({ a, b }) => (b === null ? [a] : [a, b])))]
  const letter = (id: string) => letterOf(ids.indexOf(id))
  return verdicts.map(({ id, a, b, verdict, note, at }) => ({
    id,
    about: ids.length === 1 ? '' : b === null ? `Лицо ${letter(a)}` : `Лица ${letter(a)} и ${letter(b)}`,
    word: (b === null ? VERDICT_WORDS : PAIR_VERDICT_WORDS).person[verdict],
    note,
    at: moscowTime(new Date(at)),
    href: b === null ? searchHref(searchId, a) : compareHref(searchId, a, b)
  }))
}
