import { expect, test } from 'bun:test'
import { comparePeople } from '#shared/identity/comparison/compare-people.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { leastCpuMs } from '#tests/kit/cost.ts'
import { record } from '#tests/shared/identity/people/clusters.ts'

const LINE = 'Примеров'

/** Of two people of so many records each, in milliseconds. */
function costOfComparison(each: number): number {
  const records = Array.from({ length: 2 * each }, (_, at) =>
    record(String(at), `s${at}`, {
      ФИО: at % 2 ? 'Примеров Илья Андреевич' : 'Примеров Илья Олегович',
      ДР: '14.03.1981',
      phone: at % 2 ? 1 : 2,
      email: `x${at}`,
      Адрес: `г. Примерск, ул. Образцовая, д. ${at}, кв. 1`
    })
  )
  const plan = { query: LINE, readings: [], steps: [] }
  const persons = groupPersons(records, plan)
  expect(persons).toHaveLength(2)
  const compare = () => comparePeople(records, plan, persons[0]?.id ?? '', persons[1]?.id ?? '')
  expect(typeof compare()).toBe('object')
  return leastCpuMs(compare)
}

test('two people of 200 records each cost no more than by the number of their pairs', () => {
  const PAIRS = 16
  // What grows with the third power costs four times the pairs.
  expect(costOfComparison(200) / costOfComparison(50)).toBeLessThan(3 * PAIRS)
})
