import { declare, integer, integerOr } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'

const SEED_MAX = 999_999

export const crash = declare({
  name: 'crash',
  summary: 'убивает сервер и Postgres под нагрузкой, снова и снова, и сверяет кредиты с ответами.',
  details: ['Данные вымышлены, сервер и база свои, на порту 12395, папка данных временная.'],
  arguments: {},
  options: {
    rounds: integerOr(20, 'N', 'сколько раз', { from: 1, to: 10_000 }),
    seed: integer('S', 'то же число повторяет те же случайности; без него новое', { from: 0, to: SEED_MAX }),
    people: integerOr(3_000, 'N', 'сколько вымышленных людей', { from: 100, to: 1_000_000 }),
    parallel: integerOr(24, 'N', 'сколько поисков одновременно', { from: 1, to: 1_000 })
  },
  examples: [['--rounds 20', 'двадцать падений']],
  failure: 'числа не сошлись или не получилось',
  async run({ options: { seed = Date.now() % (SEED_MAX + 1), ...options } }) {
    const { tellCrashes } = await import('./crash/tell.ts')
    return await tellCrashes({ ...options, seed })
  }
})

if (import.meta.main) await execute(crash)
