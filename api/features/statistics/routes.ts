import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { doneAnswer } from '#shared/contracts/admin/calls.ts'
import { daysAnswer, daysQuery, performanceAnswer } from '#shared/contracts/statistics.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { readDays } from './days.ts'

export const statisticsRoutes = (context: Context) =>
  new Elysia({ name: 'statistics' })
    .use(guard(context))
    .get(
      '/api/auth/admin/es_performance',
      async ({ request }) => jsonResponse(await context.statistics.performance(), request.headers),
      {
        role: ROLE_ADMIN,
        ...contract({ summary: 'Скорость поиска и нагрузка по часам', answers: { 200: performanceAnswer } })
      }
    )
    .get(
      '/api/auth/admin/statistics/days',
      async ({ query, request }) => jsonResponse(await readDays(context, query.days), request.headers),
      {
        role: ROLE_ADMIN,
        query: daysQuery,
        ...contract({ summary: 'Поиски и запросы по дням', answers: { 200: daysAnswer } })
      }
    )
    .post(
      '/admin/api/es_performance/reset',
      async ({ user, address }) => {
        await context.statistics.reset(actorOf(user, address))
        return { ok: true }
      },
      {
        role: ROLE_ADMIN,
        addressed: true,
        ...contract({ summary: 'Сброс метрик поиска', answers: { 200: doneAnswer } })
      }
    )
