import { declare, integerOr, text } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'
import { OperatorError } from '#api/lib/operator-error.ts'

const RECORDS_DEFAULT = 200_000
const RECORDS = { from: 2_670, to: 10_000_000 }
const PEOPLE_ASKED = 300
const ASKED = { from: 10, to: 1_000 }

export const benchPeer = declare({
  name: 'bench:peer',
  summary: 'сравнивает поиск с yente на одних и тех же вымышленных людях и печатает таблицу.',
  details: [
    'Нужен Python с yente 5.5.0 и то, что нужно проверкам на Elasticsearch: JDK от 21 и Maven. Обоих спрашивают по ' +
      'очереди; занимает около десяти минут.'
  ],
  arguments: {},
  options: {
    python: text('путь', 'Python, в который поставлен yente; иначе python3'),
    records: integerOr(RECORDS_DEFAULT, 'N', 'на скольких записях', RECORDS),
    targets: integerOr(PEOPLE_ASKED, 'N', 'о скольких людях спрашивать', ASKED),
    data: text('папка', 'оставить данные продукта в ней, чтобы следующий прогон не загружал их снова')
  },
  examples: [['--python /opt/yente/bin/python', 'на 200 000 записей, о 300 людях']],
  failure: 'хотя бы в одной строке продукт позади',
  async run({ options: { python = 'python3', records, targets, data } }) {
    const { missingFor } = await import('./yente.ts')
    const missing = await missingFor(python)
    if (missing !== null) throw new OperatorError(missing)
    const { compare } = await import('./compare.ts')
    return await compare({ records, targets, python, data })
  }
})

if (import.meta.main) await execute(benchPeer)
