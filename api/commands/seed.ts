import { DEFAULT_SEED, DEMO_PEOPLE, RECORDS_PER_PERSON } from '#api/db/seed/amounts.ts'
import { WORKERS } from '#api/processes/worker-pool.ts'
import { DATABASE_OPTIONS, WHICH_DATABASE } from './database-options.ts'
import { declare, integer, integerOr } from './frame/declare.ts'
import { execute } from './frame/execute.ts'

const PEOPLE_MAX = 10_000_000
const RECORDS_MAX = Math.floor(PEOPLE_MAX * RECORDS_PER_PERSON)
const SEED_MAX = 1_000_000
const WORKERS_MAX = 64

export const seed = declare({
  name: 'seed',
  summary: 'добавляет вымышленных людей с записями в нескольких источниках.',
  details: [
    'Прерванная команда продолжает с того же места, повторённая ничего не меняет. Одно число --seed даёт одних и ' +
      'тех же людей.',
    WHICH_DATABASE
  ],
  arguments: {},
  options: {
    people: integerOr(DEMO_PEOPLE, 'N', 'сколько людей', { from: 1, to: PEOPLE_MAX }),
    records: integer('N', 'вместо --people: столько людей, чтобы записей вышло около N', {
      from: 1,
      to: RECORDS_MAX
    }),
    seed: integerOr(DEFAULT_SEED, 'S', 'другое число даёт других людей', { from: 0, to: SEED_MAX }),
    workers: integerOr(WORKERS, 'W', 'потоки, которые готовят записи; на записи не влияет', {
      from: 0,
      to: WORKERS_MAX
    }),
    ...DATABASE_OPTIONS
  },
  exclusive: [['people', 'records']],
  examples: [
    ['--people 50000', 'пятьдесят тысяч человек'],
    ['--records 1000000', 'около миллиона записей']
  ],
  async run({ options }) {
    const { loadPeople } = await import('./load-people.ts')
    const people =
      options.records === undefined ? options.people : Math.ceil(options.records / RECORDS_PER_PERSON)
    await loadPeople({ people, seed: options.seed, workers: options.workers }, options)
  }
})

if (import.meta.main) await execute(seed)
