import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'

/** Parts in the order of `composeAddress`, each with its chance in four. */
const PARTS: readonly (readonly [chance: number, ...values: string[]])[] = [
  [2, '000000', '000123'],
  [
    2,
    'Примерская область',
    'Образцовая обл.',
    'Примерский край',
    'Республика Примерия',
    'респ. Новая Примерия',
    'Примеро-Образцовский автономный округ'
  ],
  [1, 'Примерский р-н', 'Образцовский район', 'Примерский городской округ'],
  [4, 'г. Примерск', 'Примерск', 'г. Новый Примерск', 'с. Образцово', 'пос. Новый', 'дер. Ольховка'],
  [4, 'ул. Образцовая', 'Образцовая ул.', 'пр-т Мира', 'пер. Тихий', 'ул. 8 Марта', 'ул. Анны Ахматовой'],
  [4, 'д. 7', 'д. 7А', 'д. 7/2', 'д. 118'],
  [1, 'корп. 2', 'стр. 1', 'лит. А', 'к. 3'],
  [2, 'кв. 41', 'оф. 3', 'ком. 12']
]
const LINES = 500

test('an address from its postcode to its flat is one address, alone and behind a name', () => {
  const random = seededRandom(7)
  for (let line = 0; line < LINES; line += 1) {
    const address = PARTS.flatMap(([chance, ...values]) =>
      random(4) < chance ? [values[random(values.length)] ?? ''] : []
    ).join(', ')
    const [alone] = parseQuery(address)
    expect(`${alone?.kind} ${alone?.value}`).toBe(`address ${address}`)
    const [beside] = parseQuery(`Примеров Илья Андреевич, ${address}`)
    expect(beside?.parts?.map(({ value }) => value)).toEqual(['Примеров Илья Андреевич', address])
  }
})
