import { declare, integer, integerOr, valued } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'
import { list, oneOf } from '#api/lib/config-values.ts'

const SEED_MAX = 999_999
const NAMES = ['fuzz', 'freezes', 'disk', 'slow', 'cluster', 'matrix'] as const

export const torture = declare({
  name: 'torture',
  summary: 'шлёт негодные запросы, замораживает процессы, отнимает диск и кластер и сверяет кредиты.',
  details: [
    'Части: fuzz (негодные запросы ко всем путям), freezes (SIGSTOP), disk (полный диск; нужно право монтировать), slow (медленные клиенты), cluster (Elasticsearch отвечает не так, поздно или теряет узел), ' +
      'matrix (потоки, процессы и клиенты). kill -9 под нагрузкой: bun run crash.',
    'Данные вымышлены, серверы и базы свои, на свободных портах этой машины, папки данных временные.'
  ],
  arguments: {},
  options: {
    seed: integer('S', 'то же число повторяет те же случайности; без него новое', { from: 0, to: SEED_MAX }),
    only: valued('части', `только эти части: ${NAMES.join(',')}`, list(oneOf(...NAMES))),
    inputs: integerOr(250_000, 'N', 'сколько негодных запросов', { from: 1, to: 100_000_000 }),
    from: integerOr(0, 'N', 'с какого по номеру: одна находка повторяется с --inputs 1', {
      from: 0,
      to: 100_000_000
    }),
    minutes: integerOr(60, 'M', 'после скольких минут не начинать нового', { from: 1, to: 10_000 }),
    scale: integerOr(100, 'P', 'сколько процентов от раундов остальных частей', { from: 1, to: 10_000 })
  },
  examples: [
    ['', 'всё'],
    ['--only fuzz --inputs 10000 --seed 7', 'десять тысяч негодных запросов, тех же при каждом запуске']
  ],
  failure: 'что-то не выдержало',
  async run({
    options: { seed = Date.now() % (SEED_MAX + 1), only = [...NAMES], inputs, from, minutes, scale }
  }) {
    const { tellTorture } = await import('./torture.ts')
    const until = performance.now() + minutes * 60_000
    return await tellTorture(only, { seed, inputs, from, scale: scale / 100, until, say: console.log })
  }
})

if (import.meta.main) await execute(torture)
