const REPEATED_WORD_MIN = 3
const REPEATED_NUMBER_MIN = 10
const SIGN_AFTER = /[,;]+$/

/** «Иванов Иван Иванов Иван»: a line that is the same words again and again, once. One word may be said twice. */
export function withoutRepeats(line: string): string {
  const end = line.indexOf(' ')
  if (end < 0 || !line.includes(line.slice(0, end).replace(SIGN_AFTER, ''), end)) return line
  const words = line
    .toLowerCase()
    .split(' ')
    .map(word => word.replace(SIGN_AFTER, ''))
  const period = periodOf(words)
  const times = words.length / period
  if (times < 2 || !Number.isInteger(times)) return line
  const once = line.split(' ').slice(0, period).join(' ').replace(SIGN_AFTER, '')
  if (/\p{L}/u.test(line)) return period === 1 && times < REPEATED_WORD_MIN ? line : once
  // Short numbers that are alike may be a table's, and are looked up as they are.
  return once.replace(/\D/g, '').length >= REPEATED_NUMBER_MIN ? once : line
}

/** The length of the shortest beginning that goes on repeating to the end (Knuth, Morris, Pratt). */
function periodOf(words: readonly string[]): number {
  const borders = [0]
  for (let at = 1, border = 0; at < words.length; at++) {
    while (border > 0 && words[at] !== words[border]) border = borders[border - 1] ?? 0
    if (words[at] === words[border]) border += 1
    borders.push(border)
  }
  return words.length - (borders.at(-1) ?? 0)
}
