import { exampleOf } from '#api/features/openapi/service.ts'
import type { RouteExamples } from '#api/http/route-contract.ts'
import { MCP_TOOLS } from '#shared/contracts/programs/mcp.ts'

const LINE = 'Примеров Илья 14.03.1981'

/** Nobody has this name. */
export const SEARCH_EXAMPLES: RouteExamples = {
  takes: {
    Строка: { request: LINE },
    'Больше записей, со сводкой каждого': { request: LINE, limit: 500, detail: 'full' },
    'Следующие записи': { cursor: 'b3BhcXVlLWN1cnNvci1vZi1hbi1leGFtcGxlLWFuc3dlci0wMDAwMDAwMDAwMDAwMDAw' }
  }
}

export const BALANCE_EXAMPLES: RouteExamples = {
  takes: { 'Токен в заголовке': {} }
}

const LEFT = exampleOf(MCP_TOOLS.balance.answers)
const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })

export const AGENT_EXAMPLES: RouteExamples = {
  takes: {
    Инструменты: message('tools/list', {}),
    Поиск: message('tools/call', { name: 'search', arguments: { request: LINE } }),
    Остаток: message('tools/call', { name: 'balance', arguments: {} })
  },
  answers: { 200: { Остаток: { jsonrpc: '2.0', id: 1, result: { structuredContent: LEFT } } } }
}

export const LIST_EXAMPLES: RouteExamples = {
  takes: { 'Две строки': { lines: [LINE, 'Образцова Анна +7 973 000-00-01'] } }
}

export const LIST_TITLE_EXAMPLES: RouteExamples = { takes: { Название: { title: 'Участники тендера' } } }

export const SEEN_LISTS_EXAMPLES: RouteExamples = { takes: { Один: { ids: ['mZ0s4yXJtP8cQe1vR7uKaw'] } } }

export const LIST_EXPORT_EXAMPLES: RouteExamples = {
  takes: { 'Найденные строки': { format: 'csv', headline: ['one', 'probable'], find: 'образцов' } }
}

export const ROW_VERDICT_EXAMPLES: RouteExamples = {
  takes: {
    'Это он': { verdict: 'same', note: 'подтвердил по телефону' },
    Отмена: { verdict: null }
  }
}

export const ROW_READING_EXAMPLES: RouteExamples = { takes: { Телефон: { reading: { kind: 'phone' } } } }

export const RECONCILE_EXAMPLES: RouteExamples = {
  takes: {
    Строки: {
      queries: {
        q0: { query: 'Примеров Илья', properties: [{ pid: 'birth_date', v: '14.03.1981' }], limit: 3 }
      }
    }
  }
}
