import { REPLAY_SECONDS } from '#shared/constants.ts'
import type { McpTool } from '#shared/contracts/programs/mcp.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'

const FREE = 'Бесплатно.'

/** Purpose of a tool, then its price. */
export const TOOL_TEXTS: Record<McpTool, { title: string; description: string }> = {
  understand: {
    title: 'Прочесть строку',
    description: `Как поиск понимает строку: ФИО, дата рождения, телефон, ИНН, адрес… Ничего не ищет. ${FREE}`
  },
  search: {
    title: 'Найти человека',
    description: `Ищет во всех источниках по одной строке. Записи стоят по источникам, люди — с оценкой (band), источниками и объяснением. Цена: ${SEARCH_PRICE} со счёта, если ответили все источники, даже когда никого не нашлось; иначе бесплатно. Та же строка в течение ${REPLAY_SECONDS} секунд бесплатна.`
  },
  more: {
    title: 'Следующие записи',
    description: `Следующие записи того же поиска по его cursor, в течение получаса. ${FREE}`
  },
  compare: {
    title: 'Сравнить двоих',
    description: `Ставит рядом двух людей или две записи одного поиска: что совпало, что нет и что решило бы. В течение получаса после поиска. ${FREE}`
  },
  balance: {
    title: 'Остаток запросов',
    description: `Сколько запросов осталось на счёте. ${FREE}`
  }
}

export const AGENT_INSTRUCTIONS =
  'Ответ говорит только то, что есть в источниках. Тёзки — разные люди: сначала посмотрите label и band, затем доводы. Обращаться можно не чаще раза в полсекунды. Отказ ничего не стоит.'
