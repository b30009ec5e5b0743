import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Context } from '#api/context.ts'
import { RECONCILE_EXAMPLES } from '#api/features/search/public/call-examples.ts'
import { callOptions } from '#api/features/search/public/service.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { readForm, unreadForm } from '#api/http/body.ts'
import { allowAnyOrigin } from '#api/http/other-origins.ts'
import { BAD_TOKENS, contract, RECONCILE_PATH } from '#api/http/route-contract.ts'
import { Refusal } from '#api/lib/refusal.ts'
import {
  proposeAnswer,
  RECONCILE_BODY_MAX_BYTES,
  reconcileAnswer,
  reconcileBody,
  reconcileManifest,
  suggestAnswer
} from '#shared/contracts/programs/reconcile.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { parametersOf, tokenOf } from './caller.ts'
import { PREVIEW_POLICY } from './preview.ts'
import { answerTable, manifestOf, previewOf, proposeProperties, suggest } from './service.ts'

const TOKEN = ['TWO_TOKENS', ...BAD_TOKENS] as const
const CROWDED = ['TOO_MANY_SEARCHES', 'OVERLOADED', 'SEARCH_FAILED'] as const

/** What programs for tables call: reconciliation-api.github.io/specs/0.2. */
export const tableRoutes = (context: Context) =>
  new Elysia({ name: 'reconcile', prefix: RECONCILE_PATH })
    .use(guard(context))
    .onTransform(({ set }) => allowAnyOrigin(set.headers))
    .get(
      '/',
      ({ query, request }) => {
        if ('queries' in query || 'extend' in query) throw new Refusal('QUERIES_IN_ADDRESS')
        return manifestOf(context, RECONCILE_PATH, tokenOf(query, request))
      },
      contract({
        summary: 'Что умеет сопоставление таблиц, и сколько стоит',
        answers: { 200: reconcileManifest },
        refusals: ['QUERIES_IN_ADDRESS', 'TWO_TOKENS']
      })
    )
    .post(
      '/',
      async ({ query, request, address }) => {
        const form = await readForm(request, { most: RECONCILE_BODY_MAX_BYTES, takesFiles: false })
        const { issues, output: body } = v.safeParse(reconcileBody, form)
        if (issues) throw new Refusal('BAD_INPUT')
        const call = { token: tokenOf(query, request, body.token), address }
        return (await answerTable(context, call, callOptions(request), request, body)) as never
      },
      {
        addressed: true,
        parse: unreadForm,
        afterResponse: ({ request }) => context.deliveries.handedOver(request),
        ...contract({
          summary: `Строки таблицы: каждая — поиск, ${SEARCH_PRICE} со счёта; или сведения о найденных, бесплатно`,
          answers: { 200: reconcileAnswer },
          takes: reconcileBody,
          takesKey: true,
          examples: RECONCILE_EXAMPLES,
          refusals: [...TOKEN, ...CROWDED, 'TOO_OFTEN', 'BATCH_TOO_LARGE', 'SEARCH_DOWN']
        })
      }
    )
    .get(
      '/suggest/:of',
      ({ query, params, request, address }) => {
        const { prefix = '', cursor = '0' } = query
        if (!/^\d{1,4}$/.test(cursor)) throw new Refusal('BAD_INPUT')
        const call = { token: tokenOf(query, request), address }
        return suggest(context, call, callOptions(request), { of: params.of, prefix, cursor: Number(cursor) })
      },
      {
        addressed: true,
        ...contract({
          summary: 'Свойства и виды по началу названия',
          answers: { 200: suggestAnswer },
          refusals: [...TOKEN, ...CROWDED, 'BAD_INPUT', 'NO_SUCH_PATH', 'SEARCH_DOWN']
        })
      }
    )
    .get(
      '/properties',
      ({ query, request, address }) =>
        proposeProperties(context, { token: tokenOf(query, request), address }, parametersOf(query).type),
      {
        addressed: true,
        ...contract({
          summary: 'Какие сведения можно добавить в таблицу',
          answers: { 200: proposeAnswer },
          refusals: TOKEN
        })
      }
    )
    .get(
      '/preview',
      async ({ query, request, address, set }) => {
        const call = { token: tokenOf(query, request), address }
        const isBrowser = request.headers.get('accept')?.includes('text/html') ?? false
        const options = callOptions(request)
        const { page, status } = await previewOf(context, call, options, { id: query.id ?? '', isBrowser })
        set.headers['content-type'] = 'text/html;charset=utf-8'
        set.headers['content-security-policy'] = PREVIEW_POLICY
        delete set.headers['x-frame-options']
        return status === 200 ? page : (new Response(page, { status }) as never)
      },
      {
        addressed: true,
        ...contract({
          summary: 'Карточка найденного, страницей',
          answers: { 200: v.string() },
          type: 'text/html',
          refusals: [...TOKEN, ...CROWDED, 'SEARCH_EXPIRED', 'SEARCH_DOWN']
        })
      }
    )
