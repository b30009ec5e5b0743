import { classifyNameWord, isAnchor } from '#shared/identity/names/name-word.ts'

/** «Д.Р.», «Г. Р.», in capitals and without a sign that a value follows. */
const CAPITALS = /^(\p{Lu})(?:\. ?| )\p{Lu}(?:\.|(?=[ ]|$))[ –—-]{0,4}$/u
const WORD_BEFORE = /(?:^|[ ,;|])(?:(?<earlier>[\p{L}’'-]+) )?(?<surname>\p{Lu}[\p{L}’'-]+) ?$/u

/**
 * «Примеров Д.Р. 14.03.1981» has initials where «Примеров Илья Д.Р. 14.03.1981» has a label: behind a word that alone
 * is the name so far.
 */
export function areInitials(label: string, before: string): boolean {
  const { surname, earlier } = (CAPITALS.test(label) && WORD_BEFORE.exec(before)?.groups) || {}
  return surname !== undefined && !isPartOfName(surname) && (earlier === undefined || !isPartOfName(earlier))
}

const isPartOfName = (word: string): boolean => isAnchor(classifyNameWord(word.toLowerCase()))
