import { declare, integerOr } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'

export const engines = declare({
  name: 'engines',
  summary:
    'спрашивает Postgres и Elasticsearch об одних и тех же вымышленных людях и печатает каждое различие.',
  details: [
    'Данные вымышлены, базы свои, временные. Elasticsearch берётся по ELASTICSEARCH_URL, без неё запускается свой.',
    'Одинаковы должны быть записи, люди и первые пять записей; где записей больше, чем показывается, их число.'
  ],
  arguments: {},
  options: {
    people: integerOr(5_000, 'N', 'сколько людей в каждой базе', { from: 500, to: 1_000_000 }),
    asked: integerOr(2_000, 'N', 'сколько строк спросить', { from: 20, to: 100_000 }),
    seed: integerOr(1, 'S', 'какие люди', { from: 0, to: 999_999 })
  },
  examples: [
    ['', '2000 строк о 5000 человек'],
    ['--people 20000 --asked 10000', 'больше людей и строк']
  ],
  failure: 'ответы различаются или Elasticsearch нет',
  async run({ options }) {
    const { compareEngines } = await import('./compare.ts')
    return await compareEngines({ ...options, say: console.log })
  }
})

if (import.meta.main) await execute(engines)
