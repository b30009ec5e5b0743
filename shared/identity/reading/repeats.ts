const REPEATED_WORD_MIN = 3
const REPEATED_NUMBER_MIN = 10
/** The last repetition may be cut off. */
const WHOLE_BEFORE_CUT = 3
const SIGN_AFTER = /[,;]+$/

/** «Иванов Иван Иванов Иван» becomes «Иванов Иван»; a single word may repeat. */
export function onceEach(line: string): string {
  const end = line.indexOf(' ')
  if (end < 0 || !line.includes(line.slice(0, end).replace(SIGN_AFTER, ''), end)) return line
  const words = line
    .toLowerCase()
    .split(' ')
    .map(word => word.replace(SIGN_AFTER, ''))
  const period = periodOf(withLastWhole(words))
  const times = words.length / period
  if (times < (Number.isInteger(times) ? 2 : WHOLE_BEFORE_CUT)) return line
  const once = line.split(' ').slice(0, period).join(' ').replace(SIGN_AFTER, '')
  if (/\p{L}/u.test(line)) return period === 1 && times < REPEATED_WORD_MIN ? line : once
  // Short equal numbers may be a table's.
  return once.replace(/\D/g, '').length >= REPEATED_NUMBER_MIN ? once : line
}

function withLastWhole(words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1)
  const whole = before[before.length - periodOf(before)] ?? ''
  return before.length > WHOLE_BEFORE_CUT && whole.startsWith(words.at(-1) ?? '') ? [...before, whole] : words
}

/** Shortest period up to the end (Knuth–Morris–Pratt). */
function periodOf(words: readonly string[]): number {
  const borders = [0]
  for (let at = 1, border = 0; at < words.length; at++) {
    while (border > 0 && words[at] !== words[border]) border = borders[border - 1] ?? 0
    if (words[at] === words[border]) border += 1
    borders.push(border)
  }
  return words.length - (borders.at(-1) ?? 0)
}
