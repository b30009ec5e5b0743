import { afterAll, beforeAll, expect, test } from 'bun:test'
import { isParticle } from '#shared/identity/names/particles.ts'
import { namesOfCultures, shuffled } from '#tests/kit/cultures.ts'
import type { KitSource } from '#tests/kit/people-table.ts'
import { type SearchedApp, startSearched } from '#tests/kit/searched-app.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { columnsOf } from '#tests/kit/sources.ts'

const NAMES = [...new Set(namesOfCultures(3, 240))]
/** A word beside a name of three is none of it. */
const BESIDE = ['мл.', 'проф.', 'ветеран', 'декрет', 'VIP', 'Пермь', 'младший', 'кв. 5']

const WITH_WORD = BESIDE.map(word => `Цойманский Виктор Борисович ${word}`)

let searched: SearchedApp

beforeAll(async () => {
  const list: KitSource = {
    title: 'Проверочный список имён',
    kind: 'ordinary',
    columns: columnsOf({ 'Номер записи': 'record_number', ФИО: 'full_name' }),
    rows: [...NAMES, ...WITH_WORD].map((name, at) => [`${at + 1}`, name])
  }
  searched = await startSearched({ kit_list: list })
})
afterAll(() => searched.app.stop())

const idOf = (at: number) => `kit_list:${at + 1}`

test('each name is found as it is stored, first and as no namesake', async () => {
  const faults: string[] = []
  for (const [at, name] of NAMES.entries()) {
    const { persons } = await searched.ask(name)
    const own = persons.find(({ record_ids }) => record_ids.includes(idOf(at)))
    const [first] = persons
    if (!own || !first) faults.push(`«${name}» is not found`)
    else if (own.label === 'namesake' && name.includes(' ')) faults.push(`«${name}» is a namesake`)
    else if (own.band !== 'full' || own.score < first.score) faults.push(`«${name}» is behind ${first.name}`)
  }
  expect(faults).toEqual([])
})

test('each name is found in any order and by a word of it', async () => {
  const random = seededRandom(3)
  const faults: string[] = []
  for (const [at, name] of NAMES.entries()) {
    const words = name.split(' ').filter(word => !isParticle(word.toLowerCase()))
    for (const line of [shuffled(name, random), words[random(words.length)] ?? '']) {
      const { matches, results_count: count } = await searched.ask(line)
      if (!(idOf(at) in matches) && count < 100) faults.push(`«${name}» asked as «${line}»`)
    }
  }
  expect(faults).toEqual([])
})

test('a word behind a name hides nothing', async () => {
  const { persons } = await searched.ask('Цойманский Виктор Борисович')
  const bands = WITH_WORD.map(
    (_, at) =>
      persons.find(({ record_ids }) => record_ids.includes(idOf(NAMES.length + at)))?.band ?? 'not found'
  )
  expect(bands).toEqual(BESIDE.map(() => 'full'))
})
