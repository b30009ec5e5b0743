import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'

/**
 * The dearest line may cost so many times the processor time of an ordinary one of its length: three, and a third more for a
 * machine that does something else as well.
 */
const RATIO_MAX = 4
/** Candidates of the everyday search; `LINE_COST=all` tries every word with every ending, pairs and a longer climb. */
const IS_FULL = process.env.LINE_COST === 'all'
const CANDIDATES = IS_FULL ? 20_000 : 1_000
const CLIMBS = IS_FULL ? 400 : 40
const CLIMBERS = 8
/** Processor time is counted in ticks of 4 ms: so much of it tells two costs apart. */
const MEASURED_MS = 40

const KNOWN = [
  ...['важа (лиза лизка лизонька вета;', 'дата рожд-', 'дата рожд/', 'номер авто-', 'домашний ('],
  ...['домашний(', 'контактный-', 'дата,', 'сер,', 'ия;', 'чина) виталя-водит/'],
  'маргоша 12.03.1971 эрика,гражданств юлиана том (',
  'еа Герасим луис елизавета. Кого и другие',
  'Кирочка: ермолай ибн Денис/',
  ...['площадь просп улица просп ом', 'деревня тупик щадь обл;', 'шоссе пенза/', 'цу]'],
  '12 ',
  '../тел сер 12 ',
  "'; DROP TABLE rec; --",
  "01.02.1980'; DROP TABLE rec; -",
  '1 bd 01.0+1:',
  '100 00 204175 bd 01:',
  ';1732041740 Z',
  '1 b\\d 01№.0+1:'
]
const ENDINGS = '|-|/| (|;|.|,| 1|: |; |, |. | - |(|) |=| № | и |"| 12.03.1971 |@|+7 973 204-17-40 '.split(
  '|'
)

const random = seededRandom(33)
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T

/** A unit again and again, or as it is where it is as long as a line may be. */
const lineOf = (unit: string): string =>
  unit.repeat(Math.ceil(QUERY_MAX_CODE_POINTS / unit.length)).slice(0, QUERY_MAX_CODE_POINTS)

/** Every Russian word of what readers are made of, also those of their comments. */
async function lexicon(): Promise<string[]> {
  const root = join(import.meta.dir, '../../../shared/identity')
  const words = new Set<string>()
  for (const file of new Glob('{reading,names,records,organisations,identifiers}/**/*.ts').scanSync(root))
    for (const [word] of (await Bun.file(join(root, file)).text()).matchAll(/[а-яёА-ЯЁ]{2,}/g))
      words.add(word)
  return [...words]
}

const NAMES = 'Примеров Другов Образцов Лесков Долгов Фролов Широкин Частухин Кленов Полетаев'.split(' ')
const GIVEN = 'Илья Олег Глеб Семён Артём Егор Роман Павел Андрей Максим'.split(' ')
const PATRONYMICS = 'Ильич Олегович Андреевич Сергеевич Петрович Романович Павлович Егорович'.split(' ')
const PARTS = [
  () => `${pick(NAMES)} ${pick(GIVEN)} ${pick(PATRONYMICS)}`,
  () => `${10 + random(19)}.0${1 + random(9)}.${1940 + random(60)}`,
  () => `+7 973 ${100 + random(900)}-${10 + random(90)}-${10 + random(90)}`,
  () => `г. Примерск, ул. Образцовая, д. ${1 + random(90)}, кв. ${1 + random(90)}`
]
const person = (glue: string): string => PARTS.map(part => part()).join(' ') + glue
const GLUES = [' ', ', ', '; ']
/** People of whom no two are alike, with dates, phones and addresses. */
const ordinaryLine = (): string =>
  Array.from({ length: 9 }, () => person(pick(GLUES)))
    .join('')
    .slice(0, QUERY_MAX_CODE_POINTS)

function cpuOf(line: string): number {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const from = spent()
  for (let times = 1; ; times += 1) {
    parseQuery(line)
    const ms = spent() - from
    if (ms >= MEASURED_MS) return ms / times
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

test('the dearest line costs a few times the processor time of an ordinary one of its length', async () => {
  const lines = Array.from({ length: 9 }, ordinaryLine)
  for (let round = 0; round < 3; round += 1) for (const line of lines) parseQuery(line)
  const ordinary = median(lines.map(cpuOf))
  const words = await lexicon()
  const piece = () => pick(words) + (random(2) ? ' ' : pick(ENDINGS))
  const mixOf = (count: number) => Array.from({ length: count }, piece).join('')
  const single = IS_FULL ? words.flatMap(word => ENDINGS.map(ending => word + ending)) : []
  const mixes = Array.from({ length: CANDIDATES }, (_, at) => mixOf(at % 20 === 0 ? 64 : 1 + random(5)))

  const costs = new Map<string, number>()
  /** The wall clock is never faster than the processor: what it lets pass needs no better measure. */
  function costOf(unitText: string): number {
    const line = lineOf(unitText)
    const startedAt = performance.now()
    parseQuery(line)
    let cost = (performance.now() - startedAt) / ordinary
    for (let tries = 0; tries < 3 && cost > RATIO_MAX; tries += 1)
      cost = Math.min(cost, cpuOf(line) / ordinary)
    costs.set(unitText, cost)
    return cost
  }
  for (const candidate of [...KNOWN, ...single, ...mixes]) costOf(candidate)

  const dearest = () => [...costs].toSorted(([, one], [, other]) => other - one).slice(0, CLIMBERS)
  for (let climb = 0; climb < CLIMBS; climb += 1) {
    const [text = ''] = pick(dearest())
    const at = random(text.length)
    costOf(text.slice(0, at) + piece() + text.slice(at + random(12)))
  }
  if (IS_FULL) console.log(ordinary, dearest())
  expect(dearest().filter(([, cost]) => cost > RATIO_MAX)).toEqual([])
}, 3_600_000)
