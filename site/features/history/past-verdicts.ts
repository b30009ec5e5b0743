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

/** «Примеров И. А., 1981-03-14» with the date as it is read. */
const dated = (name: string): string => name.replace(/(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1')

/** «А», behind the last letter «А2». */
function letterOf(place: number): string {
  const round = Math.floor(place / LETTERS.length)
  return `${LETTERS[place % LETTERS.length]}${round > 0 ? round + 1 : ''}`
}

/**
 * Verdicts in words. Names are not stored: where the sources name somebody no more, a letter stands for them, in the order in
 * which they were judged. Nor is it known then whether that is a person or an organisation.
 */
export function pastVerdicts(
  searchId: string,
  verdicts: readonly Verdict[],
  names: Readonly<Record<string, string>> = {}
): PastVerdict[] {
  const ids = [...new Set(verdicts.flatMap(({ a, b }) => (b === null ? [a] : [a, b])))]
  const letter = (id: string) => letterOf(ids.indexOf(id))
  const named = (...of: string[]): string | null =>
    of.every(id => names[id]) ? of.map(id => dated(names[id] ?? '')).join(' и ') : null
  return verdicts.map(({ id, a, b, verdict, note, at }) => ({
    id,
    about:
      (b === null ? named(a) : named(a, b)) ??
      (ids.length === 1 ? '' : b === null ? `Лицо ${letter(a)}` : `Лица ${letter(a)} и ${letter(b)}`),
    word: (b === null ? VERDICT_WORDS : PAIR_VERDICT_WORDS).person[verdict],
    note,
    at: moscowTime(new Date(at)),
    href: b === null ? searchHref(searchId, a) : compareHref(searchId, a, b)
  }))
}
