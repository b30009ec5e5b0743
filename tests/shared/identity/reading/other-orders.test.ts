import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { FREQUENT_SURNAMES } from './name-lists.ts'

const GIVEN = ['Илья', 'Акакий', 'Никита', 'Ромуальд', 'Феофан', 'Фархад']
const PATRONYMICS = ['Андреевич', 'Ромуальдович', 'Акакиевич', 'Евлампиевич', 'Ильич', 'Фархадович']

const namesOf = (line: string) =>
  parseQuery(line).flatMap(({ kind, value }) => (kind === 'full_name' ? [value] : []))

describe('another order of a name', () => {
  test('is not offered where the patronymic says what each word is', () => {
    for (const surname of ['Небывалов', ...FREQUENT_SURNAMES.slice(0, 20)])
      for (const given of GIVEN)
        for (const patronymic of PATRONYMICS) {
          const name = `${surname} ${given} ${patronymic}`
          expect(namesOf(name)).toEqual([name])
        }
  })

  test.each(['Абрам Семён', 'Павел Роман', 'Максим Горький', 'Рыжикук Лесь'])(
    'of «%s» is, as either word may be the surname',
    line => expect(namesOf(line).length).toBeGreaterThan(1)
  )
})
