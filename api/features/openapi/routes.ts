import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { sessionCookieName } from '#api/features/sessions/service.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import type { TableRoute } from '#api/http/route-table.ts'
import { type OpenApiAnswer, openApiAnswer } from '#shared/contracts/openapi.ts'
import { describeApi } from './service.ts'

/** The API in words a machine reads. `routes` are those of the whole product, complete when it is first asked. */
export const openApiRoutes = ({ config }: Pick<Context, 'config'>, routes: readonly TableRoute[]) => {
  let document: OpenApiAnswer | undefined
  return new Elysia({ name: 'openapi' }).get(
    '/api/openapi.json',
    ({ request }) => {
      document ??= describeApi(routes, sessionCookieName(config))
      return jsonResponse(document, request.headers)
    },
    contract({ summary: 'Описание API', answers: { 200: openApiAnswer } })
  )
}
