import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { spellingsNear } from '#api/book/vocabulary/spellings.ts'
import { createVocabularyCache } from '#api/book/vocabulary/vocabulary-cache.ts'
import { appendLearned, type LoggedWord, shortenLog } from '#api/book/vocabulary/vocabulary-log.ts'
import { createWordTable } from '#api/book/vocabulary/word-table.ts'
import { neighbourhoodOf } from '#shared/identity/lookup/spelling-index.ts'
import { isOneEdit } from '#shared/identity/names/edit-distance.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(loadPeople)

const owner = () => app.database.owner

test('a word table finds the words that are one typing error away, and no others', () => {
  const someWord = fc.string({ unit: fc.constantFrom(...'абвг- '), minLength: 1, maxLength: 7 })
  fc.assert(
    fc.property(fc.array(someWord, { maxLength: 60 }), someWord, (words, typed) => {
      const table = createWordTable()
      for (const spelling of words) table.add({ spelling, magnitude: 3, beside: [1, 0, 0, -1] })
      const near = table.near(typed)
      const expected = new Set(words.filter(word => word === typed || isOneEdit(typed, word)))
      expect(new Set(near.map(({ spelling }) => spelling))).toEqual(expected)
      for (const { magnitude, beside } of near) expect([magnitude, ...beside]).toEqual([3, 1, 0, 0, -1])
    })
  )
})

test('a word table grows, and joins what it is told twice', () => {
  const table = createWordTable()
  const wordOf = (at: number) =>
    `слово${at.toString(4).replaceAll(/\d/g, digit => 'бвгд'.charAt(Number(digit)))}`
  for (let at = 0; at < 20_000; at += 1)
    table.add({ spelling: wordOf(at), magnitude: at % 8, beside: [1, 2, 4, 8] })
  expect(table.size).toBe(20_000)
  table.add({ spelling: wordOf(9), magnitude: 0, beside: [2, 2, 0, 0] })
  expect(table.size).toBe(20_000)
  expect(table.near(wordOf(9)).find(({ spelling }) => spelling === wordOf(9))).toEqual({
    spelling: wordOf(9),
    magnitude: 1,
    beside: [3, 2, 4, 8]
  })
})

/** What the cache knows, however long ago a busy machine let it be read. */
async function nearIn(cache: ReturnType<typeof createVocabularyCache>, word: string) {
  await cache.refresh(owner())
  return cache.near([word])
}

test('memory and index know the same neighbours of a word', async () => {
  const cache = createVocabularyCache()
  expect(cache.near(['иванов'])).toBeNull()
  await cache.refresh(owner())
  const words: { spelling: string }[] = await owner()`SELECT DISTINCT spelling FROM vocabulary
    WHERE spelling ~ '^[а-я]+$' ORDER BY 1`
  expect(words.length).toBeGreaterThan(10)
  for (const { spelling } of words) {
    const typed = `${spelling.slice(0, 2)}ъ${spelling.slice(3)}`
    const formsIn = (reader: Parameters<typeof neighbourhoodOf>[1]) =>
      neighbourhoodOf(typed, reader).neighbours.map(({ form }) => form)
    const [remembered, indexed] = [
      formsIn((await nearIn(cache, typed)) ?? []),
      formsIn(await spellingsNear(owner(), [typed]))
    ]
    expect(remembered).toEqual(expect.arrayContaining(indexed))
    expect(remembered).not.toEqual([])
  }
  expect(cache.near(['ivanov'])).toBeNull()
})

test('a long log is written anew in few rows, and whoever has read the old ones misses nothing', async () => {
  const word = (spelling: string, magnitude: number, bit: number): LoggedWord => [
    spelling,
    magnitude,
    bit,
    0,
    0,
    0
  ]
  const cache = createVocabularyCache()
  const append = (learned: LoggedWord[]) => owner().begin(tx => appendLearned(tx, learned))
  for (let at = 0; at < 110; at += 1)
    await append([word('йцукен', at % 5, 1 << (at % 3)), word(`йцук${at}`, 0, 1)])
  await cache.refresh(owner())
  await shortenLog(owner())
  await append([word('йцукеш', 2, 1)])
  const [row] = await owner()`SELECT count(*)::int AS rows FROM vocabulary_log`
  expect(row.rows).toBe(2)
  await Bun.sleep(600)
  for (const reader of [cache, createVocabularyCache()]) {
    while (reader.near(['йцукен']) === null) await reader.refresh(owner())
    const spellings = reader.near(['йцукен']) ?? []
    expect(spellings.find(({ spelling }) => spelling === 'йцукен')).toMatchObject({
      magnitude: 4,
      beside: [7, 0, 0, 0]
    })
    expect(spellings.map(({ spelling }) => spelling)).toContain('йцукеш')
  }
})

test('what loads at the same time have learned is read in the order in which it can be seen', async () => {
  const cache = createVocabularyCache()
  const first = owner().begin(async tx => {
    await appendLearned(tx, [['ранний', 0, 1, 0, 0, 0]])
    await Bun.sleep(200)
  })
  await Bun.sleep(50)
  const second = owner().begin(tx => appendLearned(tx, [['поздний', 0, 1, 0, 0, 0]]))
  let isDone = false
  const both = Promise.all([first, second]).then(() => {
    isDone = true
  })
  while (!isDone) {
    await cache.refresh(owner())
    await Bun.sleep(20)
  }
  await both
  await Bun.sleep(600)
  while (cache.near(['ранний']) === null) await cache.refresh(owner())
  const spelled = (cache.near(['ранний', 'поздний']) ?? []).map(({ spelling }) => spelling)
  expect(spelled).toEqual(expect.arrayContaining(['ранний', 'поздний']))
})
