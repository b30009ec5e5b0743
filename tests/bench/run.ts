import { declare, flag, integer, integerOr, text, valued } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'
import { RECORDS_PER_PERSON } from '#api/db/seed/amounts.ts'
import { list } from '#api/lib/config-values.ts'

const PEOPLE = { from: 1_000, to: 10_000_000 }
const RECORDS = { from: 2_670, to: Math.floor(PEOPLE.to * RECORDS_PER_PERSON) }
const RECORDS_DEFAULT = 1_000_000
const RECORDS_QUICK = 300_000

export const bench = declare({
  name: 'bench',
  summary: 'измеряет на этой машине всё, чему поставлена цель, и печатает таблицу.',
  details: [
    'Данные вымышлены, сервер и база свои, на порту 12395 и следующих. Таблица остаётся в tests/bench/results.md. ' +
      'Полный прогон занимает десятки минут.'
  ],
  arguments: {},
  options: {
    records: integerOr(RECORDS_DEFAULT, 'N', 'на скольких записях', RECORDS),
    people: integer('N', 'то же в людях; на человека выходит около 2,7 записи', PEOPLE),
    only: valued(
      'цели',
      'только эти цели, через запятую',
      list(goal => goal.toUpperCase())
    ),
    data: text('папка', 'оставить данные в ней, чтобы следующий прогон не загружал их снова'),
    quick: flag('только P2–P5 на 300 000 записей, до четырёх минут; таблица не сохраняется'),
    dry: flag('напечатать таблицу, но не сохранять её')
  },
  exclusive: [
    ['records', 'people'],
    ['quick', 'records'],
    ['quick', 'people']
  ],
  examples: [
    ['', 'все цели на миллионе записей'],
    ['--only P2,P3,P4,P5', 'платный поиск, строки остальных целей остаются'],
    ['--quick', 'платный поиск на каждый день'],
    ['--only P5,P7 --dry', 'две цели, ничего не сохраняя'],
    ['--records 10000000 --data /data/bench', 'на десяти миллионах, данные остаются']
  ],
  failure: 'цель не достигнута или не измерена',
  async run({ options: { records, people, quick, only = [], data, dry } }) {
    const { measure } = await import('./measure.ts')
    const count = quick ? RECORDS_QUICK : records
    const size =
      people === undefined
        ? { records: count, people: Math.ceil(count / RECORDS_PER_PERSON) }
        : { records: Math.round(people * RECORDS_PER_PERSON), people }
    return await measure({ ...size, pace: quick ? 'quick' : 'full', only, data, dry })
  }
})

if (import.meta.main) await execute(bench)
