import { expect, test } from 'bun:test'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { planOf } from '#tests/kit/search-in.ts'

const FATHERS = ['Мухаммед', 'Рашид', 'Нұрлан', 'Заур', 'Дәурен']
const CHILDREN = ['Рашид оглы', 'Севиль кызы', 'Бекзат улы'].map(text => text.split(' '))
const ORDERS = FATHERS.flatMap(father =>
  CHILDREN.map(([child, word]) => [`${father} ${word} ${child}`, `${child} ${father} ${word}`])
)

test.each(ORDERS)('«%s» is «%s» in another order, and nothing of it is missing', (one = '', other = '') => {
  for (const stored of [one, other])
    for (const line of [one, other]) {
      const { band, why } = matchRecord(readAttributes({ ФИО: stored }, {}), planOf(line))
      expect([stored, line, band, why.includes('отчества в записи нет')]).toEqual([
        stored,
        line,
        'full',
        false
      ])
    }
})
