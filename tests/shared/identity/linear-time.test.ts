import { expect, test } from 'bun:test'
import { TEXT_FUNCTIONS } from './text-functions.ts'

const SMALL = 2 * 1024
const TIMES = 8
/** Eight times the text takes eight times as long, sixty-four times when time goes by the square. */
const FACTOR_MAX = 24
/** CPU milliseconds of 16 kB below which nothing has to be compared, and of 2 kB above which nothing can be right. */
const QUICK = 60
const HOPELESS = 1_000
/** What the system counts processor time in, of one run among `TIMES`: less cannot be told apart. */
const TICK = 4 / TIMES

type Pattern = (at: number) => string

const same =
  (text: string): Pattern =>
  () =>
    text
const two = (at: number): string => String(at % 100).padStart(2, '0')

/** What a text is made of, piece after piece: the same sign without end, or values of which no two are alike. */
const PATTERNS: [name: string, piece: Pattern][] = [
  ...['а', 'a', 'И', '1', '0', '漢', ' ', '-', '.', '@', '(', '«', '"', '№', '\n', '\u0301', '\ud800'].map(
    (unit): [string, Pattern] => [JSON.stringify(unit), same(unit)]
  ),
  ['combining marks out of order', same('\u0323\u0300')],
  ['letters of two alphabets', same('аb')],
  ['digits among letters', same('0б')],
  ['initials', same('И. ')],
  ['double names', same('а-')],
  ['spaces and dashes', same(' -')],
  ['labels without a value', same('паспорт серия номер ')],
  ['labels of an e-mail', same('почта: ')],
  ['halves of an e-mail', same('a@')],
  ['words', at => `слово${at.toString(36)} `],
  ['surnames', at => `Примеров${'абвгд'[at % 5]}${at.toString(36)}, `],
  ['full names', at => `Примеров${at.toString(36)} Илья Андреевич; `],
  ['dates', at => `${two((at % 28) + 1)}.${two((at % 12) + 1)}.${1920 + (at % 100)}; `],
  ['phones', at => `+7 973 204-${two(at)}-${two((at / 100) | 0)}; `],
  ['e-mails', at => `a${at}@example.com; `],
  ['labelled numbers', at => `ИНН ${String(7_700_000_000 + at * 7)}, `],
  ['houses', at => `ул. Образцовая, д. ${at}; `]
]

const textOf = (piece: Pattern, length: number): string => {
  let text = ''
  for (let at = 0; text.length < length; at += 1) text += piece(at)
  return text.slice(0, length)
}

const millisecondsSince = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

const milliseconds = (run: () => unknown): number => {
  const start = process.threadCpuUsage()
  run()
  return millisecondsSince(start)
}

/** Of one of several runs of a short text: one run is often shorter than the system counts. */
const millisecondsOfOne = (run: () => unknown): number => {
  const start = process.threadCpuUsage()
  let runs = 0
  for (; runs === 0 || (runs < TIMES && millisecondsSince(start) < QUICK); runs += 1) run()
  return millisecondsSince(start) / runs
}

/** The patterns at which the function takes more than proportional time, with what it took. */
const superlinear = (run: (text: string) => unknown, length = SMALL): string[] =>
  PATTERNS.flatMap(([name, piece]) => {
    const [small, large] = [textOf(piece, length), textOf(piece, length * TIMES)]
    if (milliseconds(() => run(small)) > HOPELESS) return [`${name}: more than ${HOPELESS} ms at 2 kB`]
    let least = milliseconds(() => run(large))
    if (least < QUICK) return []
    const short = () => millisecondsOfOne(() => run(small))
    const unit = Math.max(TICK, Math.min(short(), short()))
    // Only what seems too slow is measured again: the long texts are what these tests take their time for.
    for (let more = 0; more < 3 && least / unit > FACTOR_MAX; more += 1)
      least = Math.min(
        least,
        milliseconds(() => run(large))
      )
    const factor = least / unit
    return factor > FACTOR_MAX
      ? [`${name}: ${factor.toFixed(1)} times as long for ${TIMES} times the text`]
      : []
  })

test.each(TEXT_FUNCTIONS)('takes time in proportion to the length of a text: %s', (_, run) => {
  expect(superlinear(run)).toEqual([])
})

test('would notice a function that takes time by the square', () => {
  const quadratic = (text: string) => /-+$/.test(`${text}а`)
  // Of a longer text: a fast processor is through with 16 kB before there is anything to compare.
  expect(superlinear(quadratic, 2 * SMALL)).not.toEqual([])
})
