import { expect, test } from 'bun:test'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { additionsFor } from '#site/features/search/people/tell-apart.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { record } from '#tests/shared/identity/people/clusters.ts'

const ROWS = [
  { ФИО: 'Примеров Илья Андреевич', ДР: '14.03.1981' },
  { ФИО: 'Примеров Илья Андреевич', ДР: '05.12.1987' },
  { ФИО: 'Образцов Илья Андреевич', ДР: '07.07.1990' },
  { ФИО: 'Алиев Рашид Ага оглы', ДР: '07.07.1991' },
  { ФИО: 'Рашид Ага оглы', ДР: '08.07.1991' }
]

function additionsOf(line: string): string[] {
  const plan = planOf(line)
  const records = ROWS.map((fields, at) => {
    const one = record(String(at), `s${at}`, fields)
    return { ...one, match: matchRecord(one.attributes, plan) }
  }).filter(({ match }) => match.score > 0)
  const persons = groupPersons(records, plan)
  return additionsFor({ readings: plan.readings, persons }).map(({ title }) => title)
}

test.each([
  'Примеров Илья Андреевич',
  'Илья Андреевич',
  'Андреевич Илья',
  'Андреевич',
  'Примеров Андреевич',
  'Примеров И.А.',
  'Рашид Ага оглы',
  'Имя: Илья, отчество: Андреевич',
  'Илья Андреевич 14.03.1981'
])('«%s» has a patronymic already', line => {
  expect(additionsOf(line)).not.toContain('отчество')
})

test.each(['Примеров Илья', 'Примеров', 'Илья', 'Примеров И.', 'Примеров Илья 14.03.1981'])(
  '«%s» has none yet',
  line => {
    expect(additionsOf(line)).toContain('отчество')
  }
)
