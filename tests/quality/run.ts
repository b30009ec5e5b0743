import { declare, integerOr, valued } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'
import { list, oneOf, wholeNumber } from '#api/lib/config-values.ts'
import { MEASURE_NAMES } from './figures/names.ts'

const SEED_MAX = 999_999

export const quality = declare({
  name: 'quality',
  summary: 'спрашивает о вымышленных людях, чьи записи известны, и печатает, что нашлось и верно ли собрано.',
  details: [
    'Данные вымышлены, сервер и база свои, временные. Таблица по каждому семени; ✗ значит, что цель не достигнута.'
  ],
  arguments: {},
  options: {
    seeds: valued('S', 'какие люди: числа через запятую, без них 1,2,3', list(wholeNumber(0, SEED_MAX))),
    only: valued('части', `только это: ${MEASURE_NAMES.join(',')}`, list(oneOf(...MEASURE_NAMES))),
    people: integerOr(20_000, 'N', 'сколько людей в каждой базе', { from: 500, to: 1_000_000 }),
    asked: integerOr(150, 'N', 'о скольких людях спрашивать каждой строкой', { from: 10, to: 10_000 })
  },
  examples: [
    ['', 'всё, на трёх базах по 20 000 человек'],
    ['--seeds 7 --asked 500', 'о пятистах людях одной базы']
  ],
  failure: 'цель не достигнута',
  async run({ options: { seeds = [1, 2, 3], only = [...MEASURE_NAMES], people, asked } }) {
    const { tellQuality } = await import('./quality.ts')
    return await tellQuality({ only, seeds, people, sampleSize: asked, say: console.log })
  }
})

if (import.meta.main) await execute(quality)
