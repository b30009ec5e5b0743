import { join } from 'node:path'
import { Elysia } from 'elysia'
import type { Context } from './context.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { healthRoutes, PROBE_PATHS } from './features/health/routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { importRoutes } from './features/import-jobs/routes.ts'
import { uploadRoutes } from './features/import-jobs/upload-routes.ts'
import { indexRoutes } from './features/indices/routes.ts'
import { sourceRoutes } from './features/indices/source-routes.ts'
import { ipExceptionRoutes } from './features/ip-exceptions/routes.ts'
import { messengerRoutes } from './features/messengers/routes.ts'
import { adminNewsRoutes } from './features/news/admin-routes.ts'
import { newsRoutes } from './features/news/routes.ts'
import { numberingRoutes } from './features/numbering/routes.ts'
import { providerRoutes } from './features/oidc/routes.ts'
import { openApiRoutes } from './features/openapi/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { adminPaymentRoutes } from './features/payments/admin-routes.ts'
import { reconcileRoutes } from './features/payments/reconcile-routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { ownSessionRoutes } from './features/profile/session-routes.ts'
import { riskRoutes } from './features/risk/routes.ts'
import { agentRoutes } from './features/search/agents/routes.ts'
import { listActRoutes } from './features/search/lists/act-routes.ts'
import { listExportRoutes } from './features/search/lists/export-routes.ts'
import { listRoutes } from './features/search/lists/routes.ts'
import { listRowRoutes } from './features/search/lists/row-routes.ts'
import { moreRoutes } from './features/search/past/routes.ts'
import { publicRoutes } from './features/search/public/routes.ts'
import { tableRoutes } from './features/search/reconcile/routes.ts'
import { HEALTH_PATH, searchRoutes } from './features/search/routes.ts'
import { ownFactorRoutes } from './features/second-factor/own-routes.ts'
import { passkeyRoutes } from './features/second-factor/passkey-routes.ts'
import { secondStepRoutes } from './features/second-factor/step-routes.ts'
import { refuseCrossSite } from './features/sessions/cross-site.ts'
import { readSessionCookies } from './features/sessions/service.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { statisticsRoutes } from './features/statistics/routes.ts'
import { adminSubjectRequestRoutes } from './features/subject-requests/admin-routes.ts'
import { subjectRequestRoutes } from './features/subject-requests/routes.ts'
import { suppressionActRoutes } from './features/suppressions/act-routes.ts'
import { suppressionRoutes } from './features/suppressions/routes.ts'
import { tokenLimitRoutes } from './features/tokens/limit-routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { adminUserRoutes } from './features/users/admin-routes.ts'
import { userBlockRoutes } from './features/users/block-routes.ts'
import { userSessionRoutes } from './features/users/session-routes.ts'
import { keptVerdictRoutes, verdictRoutes } from './features/verdicts/routes.ts'
import { webhookDeliveryRoutes } from './features/webhooks/delivery-routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { answerErrors } from './http/answer-errors.ts'
import { createRequestIds, REQUEST_ID_HEADER } from './http/request-id.ts'
import { pathOf } from './http/request-path.ts'
import { accessOf, isOpenPath } from './http/route-contract.ts'
import {
  answerUnrouted,
  bodyOf,
  chosenRoute,
  refuseOtherThanReading,
  type TableRoute,
  type UnroutedCall
} from './http/route-table.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createStaticSite } from './http/static-site/serve-site.ts'
import { traceRequests } from './http/trace-requests.ts'
import { Refusal } from './lib/refusal.ts'

const SITE = join(import.meta.dirname, '..', 'dist', 'site')
const IDLE_SECONDS = 30
const PROBES = new Set([HEALTH_PATH, ...PROBE_PATHS])
const API = /^\/(api|admin\/api|dashboard\/api|refresh)(\/|$)/

/** What administrators call. One chain of all routes is more than TypeScript follows. */
const administrators = (context: Context) =>
  new Elysia()
    .use(adminPaymentRoutes(context))
    .use(reconcileRoutes(context))
    .use(adminUserRoutes(context))
    .use(userSessionRoutes(context))
    .use(userBlockRoutes(context))
    .use(ipExceptionRoutes(context))
    .use(adminNewsRoutes(context))
    .use(statisticsRoutes(context))
    .use(indexRoutes(context))
    .use(sourceRoutes(context))
    .use(uploadRoutes(context))
    .use(importRoutes(context))
    .use(settingsRoutes(context))
    .use(auditRoutes(context))
    .use(suppressionRoutes(context))
    .use(suppressionActRoutes(context))
    .use(adminSubjectRequestRoutes(context))
    .use(riskRoutes(context))
    .use(overviewRoutes(context))

/** The whole product as one handler: headers of every answer, the features, the built site. */
export function createApp(context: Context) {
  const commonHeaders = securityHeaders(context.config.secureCookies)
  const apiHeaders = { ...commonHeaders, 'cache-control': 'no-store' }
  const site = createStaticSite(SITE, headers => {
    const { access, refresh } = readSessionCookies(context.config, headers)
    return access !== null || refresh !== null
  })
  const newRequestId = createRequestIds()
  const routes: TableRoute[] = []
  const unknownPath = (handling: UnroutedCall) => answerUnrouted(routes, handling, isOpenPath(handling.path))

  const app = new Elysia({
    // `http/body.ts` limits bodies: Bun's own refusal has no text and no headers.
    serve: { idleTimeout: IDLE_SECONDS, maxRequestBodySize: Number.MAX_SAFE_INTEGER },
    // Otherwise a host of three letters, as a machine at home may have, is read as a part of the path.
    handler: { standardHostname: false }
  })
    .use(traceRequests(context.tracing))
    .use(answerErrors(context.outages, request => context.deliveries.dropped(request)))
    // Hooks destructure their parameters: otherwise Elysia parses headers, cookies and query for every request.
    .onRequest(({ request, set }) => {
      const pathname = pathOf(request.url)
      const isApi = API.test(pathname)
      set.headers = { ...(isApi ? apiHeaders : commonHeaders) }
      set.headers[REQUEST_ID_HEADER] = newRequestId()
      if (!PROBES.has(pathname)) context.drain.admit(set.headers, isApi)
      refuseCrossSite(context.config, request, pathname)
    })
    .onParse({ as: 'global' }, async ({ request, route }) => {
      const chosen = chosenRoute(routes, request.method, route)
      const access = chosen && accessOf(chosen)
      if (access && !access.takesToken) await context.sessions.admit(request, access)
      return await bodyOf(request, chosen)
    })
    .use(authRoutes(context))
    .use(secondStepRoutes(context))
    .use(providerRoutes(context))
    .use(profileRoutes(context))
    .use(webhookRoutes(context))
    .use(ownSessionRoutes(context))
    .use(ownFactorRoutes(context))
    .use(passkeyRoutes(context))
    .use(webhookDeliveryRoutes(context))
    .use(newsRoutes(context))
    .use(healthRoutes(context))
    .use(searchRoutes(context))
    .use(publicRoutes(context))
    .use(agentRoutes(context))
    .use(tableRoutes(context))
    .use(tokenRoutes(context))
    .use(tokenLimitRoutes(context))
    .use(moreRoutes(context))
    .use(verdictRoutes(context))
    .use(keptVerdictRoutes(context))
    .use(listRoutes(context))
    .use(listActRoutes(context))
    .use(listRowRoutes(context))
    .use(listExportRoutes(context))
    .use(numberingRoutes(context))
    .use(messengerRoutes(context))
    .use(paymentRoutes(context))
    .use(historyRoutes(context))
    .use(subjectRequestRoutes(context))
    .use(administrators(context))
    .use(openApiRoutes(context, routes))
    .all('/api', unknownPath)
    .all('/api/*', unknownPath)
    .all('/admin/api/*', unknownPath)
    .all('/dashboard/api/*', unknownPath)
    .all('/refresh', unknownPath)
    .all('/*', ({ path, request, set }) => {
      // Without a usable host the URL is a bare path, and Elysia looks for its beginning too late.
      if (API.test(request.url)) throw new Refusal('BAD_INPUT')
      refuseOtherThanReading({ path, request, set })
      return site(request)
    })

  routes.push(...app.routes)
  return app
}
