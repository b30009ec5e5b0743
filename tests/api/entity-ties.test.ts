import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseEntity } from '#api/features/imports/files/entities.ts'
import { readTies } from '#api/features/imports/files/entity-ties.ts'
import { costOf } from '#tests/kit/cost.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

/** The same JSON as other programs write it: `json.dumps` of Python, PHP, and one that escapes whatever it can. */
const SPELLINGS: [name: string, spell: (json: string) => string][] = [
  ['Python', json => json.replace(/[^\0-~]/gu, escapedSign)],
  ['PHP', json => json.replaceAll('/', '\\/').replace(/[^\0-~]/gu, escapedSign)],
  ['anything', json => json.replace(/[^\s"\\:,{}[\]]/gu, escapedSign)]
]
const escapedSign = (sign: string) =>
  [...Array(sign.length).keys()].map(at => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

/** Lines as they go on to be parsed, with what their columns say. */
async function tiedRows(lines: readonly string[]) {
  async function* read() {
    yield lines.map((text, at) => ({ number: at + 1, text }))
  }
  const ties = await readTies(read)
  const [block] = await Array.fromAsync(read())
  return (ties?.tied(block ?? []) ?? []).map(({ text, reason }) => {
    const parsed = reason === undefined ? parseEntity(text) : { reason }
    return 'fields' in parsed ? parsed.fields : parsed
  })
}

const name = fc.constantFrom('Подписин Иван', 'ООО «Образец»', 'A/B "c" \\ d', '😀 Ёж')
const idText = fc.oneof(
  fc.constantFrom('чел-1', 'a/b', 'a"b', 'a\\b', '😀', 'ы'.repeat(300), 'x-1'),
  fc.string({ minLength: 1, maxLength: 12 })
)

test('the same graph is read alike however its texts are escaped', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(idText, { minLength: 2, maxLength: 5 }),
      fc.array(name, { minLength: 5, maxLength: 5 }),
      fc.array(fc.tuple(fc.nat(4), fc.nat(4), fc.constantFrom(...Object.keys(TIE_SIDES))), { maxLength: 8 }),
      async (ids, names, ties) => {
        const idAt = (at: number) => ids[at % ids.length] ?? ''
        const graph = [
          ...ties.map(([one, other, schema], at) => {
            const [a, b] = TIE_SIDES[schema] ?? []
            return {
              id: `tie/${at}`,
              schema,
              properties: { [a ?? '']: [idAt(one)], [b ?? '']: [idAt(other)] }
            }
          }),
          { id: 'адрес', schema: 'Address', properties: { full: ['г. Примерск'] } },
          { id: 'паспорт', schema: 'Passport', properties: { holder: [idAt(0)], number: ['0005 204199'] } },
          ...ids.map((id, at) => ({
            id,
            schema: at % 2 ? 'Company' : 'Person',
            properties: { name: [names[at]], addressEntity: ['адрес'] }
          }))
        ].map(entity => JSON.stringify(entity))
        const plain = await tiedRows(graph)
        expect(plain.at(-ids.length)).toMatchObject({ Паспорт: ['0005 204199'], Адрес: ['г. Примерск'] })
        for (const [, spell] of SPELLINGS) expect(await tiedRows(graph.map(spell))).toEqual(plain)
      }
    ),
    { seed: 20_261_128, numRuns: 200 }
  )
})

const TIE_SIDES: Record<string, [string, string]> = {
  Employment: ['employee', 'employer'],
  Directorship: ['director', 'organization'],
  Ownership: ['owner', 'asset'],
  Family: ['person', 'relative']
}

/** A company with its own words, and so many people of it. */
function hubOf(people: number, ownWords: string[] = [], nameOf = (at: number) => `Подписин Иван ${at}`) {
  const persons = Array.from({ length: people }, (_, at) => ({
    id: `p-${at}`,
    schema: 'Person',
    properties: { name: [nameOf(at)] }
  }))
  return [
    { id: 'c-1', schema: 'Company', properties: { name: ['ООО «Образец»'], Связи: ownWords } },
    ...persons,
    ...persons.flatMap(({ id }, at) => [
      { id: `o-${at}`, schema: 'Ownership', properties: { owner: [id], asset: ['c-1'] } },
      { id: `d-${at}`, schema: 'Passport', properties: { holder: ['p-0'], number: [`0005 ${200_000 + at}`] } }
    ])
  ].map(entity => JSON.stringify(entity))
}

test('of many ties the first are named and the others counted, and no row is refused for what was added', async () => {
  const done = await desk.load('hub', desk.write('hub.ndjson', hubOf(300).join('\n')), {
    passport: KIT_PASSPORT
  })
  expect([done.stored, done.rejected]).toEqual([301, 600])
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 80 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 1, max: 2_000 }),
      async (people, ownChars, nameChars) => {
        const own = ownChars === 0 ? [] : ['я'.repeat(ownChars)]
        const nameOf = (at: number) => `${at} `.padEnd(nameChars, 'ж')
        const rows = (await tiedRows(hubOf(people, own, nameOf))) as Record<string, string[]>[]
        const [hub = {}, first = {}] = rows
        for (const column of Object.values(first))
          expect(column.join('; ').length).toBeLessThanOrEqual(10_000)
        const texts = hub.Связи ?? []
        expect(texts.join('; ').length).toBeLessThanOrEqual(10_000)
        expect(texts.slice(0, own.length)).toEqual(own)
        const named = texts.filter(text => text.startsWith('владение: '))
        expect(named).toEqual(Array.from({ length: named.length }, (_, at) => `владение: ${nameOf(at)}`))
        const [, left = '0'] = /^ещё (\d+)$/.exec(texts.at(-1) ?? '') ?? []
        if (ownChars < 9_000) expect(named.length + Number(left)).toBe(people)
        if (people > 30) expect(first.Связи).toContain(`Паспорт: ещё ${people - 30}`)
      }
    ),
    { seed: 20_261_128, numRuns: 60 }
  )
})

test('a record with many ties costs as much for each as one with few', async () => {
  const MANY = 20_000
  const tieLines = async (lines: string[]) => {
    const block = lines.map((text, at) => ({ number: at + 1, text }))
    const ties = await readTies(async function* () {
      yield block
    })
    return () => ties?.tied(block)
  }
  const few = Array.from({ length: MANY / 10 }, () => hubOf(10)).flatMap((lines, at) =>
    lines.map(line => line.replace(/"(c|p|o|d)-/g, `"$1-${at}-`))
  )
  const cheap = costOf(await tieLines(few), 0)
  expect(costOf(await tieLines(hubOf(MANY)), 3 * cheap)).toBeLessThan(5 * cheap)
})
