import { contractOf } from '#api/http/route-contract.ts'
import type { TableRoute } from '#api/http/route-table.ts'
import { PRODUCT_NAME } from '#shared/constants.ts'
import type { OpenApiAnswer } from '#shared/contracts/openapi.ts'
import { namedExamples } from './examples.ts'
import { documentPath, operationOf } from './operation.ts'
import { namedSchemas } from './schemas.ts'
import { tagList } from './tags.ts'

export { exampleOf } from './answer-examples.ts'
export { wholeSchema } from './schemas.ts'

/** Of the contract: it grows when something that was answered is answered otherwise. */
const VERSION = '1.0.0'

const DESCRIPTION = `Все ответы в JSON. Отказ всегда одной формы: устойчивый код и русский текст; у публичных вызовов она своя.

Вызов, который меняет состояние и несёт куку сеанса, принимается только со страниц самого сайта.`

/**
 * Describes every route that declares a contract, with all of its answers. Written from the routes themselves: a plugin
 * would take each answer for a schema to check at run time, and every body for a form.
 */
export function describeApi(routes: readonly TableRoute[], sessionCookie: string): OpenApiAnswer {
  const paths: OpenApiAnswer['paths'] = {}
  for (const route of routes) {
    if (contractOf(route) === undefined) continue
    const path = documentPath(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT_NAME, version: VERSION, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: tagList(),
    paths,
    components: {
      examples: namedExamples(paths),
      schemas: namedSchemas(),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Ставит вход.' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Токен API; его можно передать и полем token в теле.'
        }
      }
    }
  }
}
