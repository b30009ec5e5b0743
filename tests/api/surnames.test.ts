import { expect, test } from 'bun:test'
import type { Findings } from '#api/engines/search.ts'
import { LONE_SURNAME_SHOWN } from '#shared/constants.ts'
import { searchIn } from '#tests/kit/search-in.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const SOURCES = 8
const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const },
  { label: 'Имя', kind: 'first_name' as const },
  { label: 'Отчество', kind: 'middle_name' as const }
]
/** How many records each of the sources has: surname → counts by source. */
const SURNAMES: Record<string, number[]> = {
  Одинокин: [150],
  Двоенкин: [150, 130],
  Широкин: Array(SOURCES).fill(90),
  Частухин: Array(SOURCES).fill(180),
  Двоенгин: [150, 130]
}
/** His form and hers, in two sources. */
const FORMS: Record<string, number[]> = { Парнов: [70, 40], Парнова: [60, 60] }
const GIVEN_NAMES = ['Иван', 'Пётр', 'Анна', 'Ольга', 'Олег']

const app = startedApp(async app => {
  for (let source = 0; source < SOURCES; source += 1) {
    const rows = Object.entries({ ...SURNAMES, ...FORMS }).flatMap(([surname, counts]) =>
      Array.from({ length: counts[source] ?? 0 }, (_, at) => [
        `${surname}-${at}`,
        surname,
        GIVEN_NAMES[at % GIVEN_NAMES.length] ?? '',
        at % 3 === 0 ? '' : 'Петрович'
      ])
    )
    await loadSource(app, `names_${source}`, {
      title: `№ ${source}`,
      kind: 'ordinary',
      columns: COLUMNS,
      rows
    })
  }
})

const find = (line: string): Promise<Findings> => searchIn(app, line)

const countsOf = ({ candidates }: Findings) =>
  [...Map.groupBy(candidates, candidate => candidate.source).values()].map(({ length }) => length).sort()

test('a surname of one source fills what the others leave empty, up to a hundred', async () => {
  const answer = await find('Одинокин')
  expect(countsOf(answer)).toEqual([100])
  expect([...answer.more]).toEqual(['names_0'])
})

test('two sources with more than fits share the room', async () => {
  const answer = await find('Двоенкин')
  expect(countsOf(answer)).toEqual([50, 50])
  expect([...answer.more].sort()).toEqual(['names_0', 'names_1'])
})

test.each([
  ['one surname', 'Одинкин', [100], ['names_0']],
  ['two surnames', 'Двоенин', [50, 50], ['names_0', 'names_1']]
])('a mistyped lone surname that may be %s fills the room, too', async (_, line, counts, more) => {
  const findings = await find(line)
  expect(countsOf(findings)).toEqual(counts)
  expect([...findings.more].sort()).toEqual(more)
})

test.each(['Широкин', 'Частухин'])(
  'many sources of %s share the room alike, however many there are',
  async surname => {
    const answer = await find(surname)
    const share = LONE_SURNAME_SHOWN / SOURCES
    expect(new Set(countsOf(answer))).toEqual(new Set([Math.floor(share), Math.ceil(share)]))
    expect(answer.candidates).toHaveLength(LONE_SURNAME_SHOWN)
    expect(answer.more.size).toBe(SOURCES)
  }
)

test.each(['Парнов', 'Парнова'])(
  'the asked form of %s comes before that of the other gender, in whatever source',
  async line => {
    const answer = await find(line)
    expect(answer.candidates.map(({ fields }) => fields.Фамилия)).toEqual(
      Array(LONE_SURNAME_SHOWN).fill(line)
    )
    expect([...answer.more].sort()).toEqual(['names_0', 'names_1'])
  }
)

test('records that only may fit do not bury those that do', async () => {
  const answer = await find('Широкин Иван Петрович')
  const whole = answer.candidates.filter(({ fields }) => fields.Имя === 'Иван' && fields.Отчество)
  const may = answer.candidates.length - whole.length
  expect(whole.length).toBeGreaterThan(90)
  expect(may).toBeLessThanOrEqual(20)
})
