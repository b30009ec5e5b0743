import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { doneAnswer, pageQuery } from '#shared/contracts/admin/calls.ts'
import { adminNewsAnswer, adminNewsItemAnswer } from '#shared/contracts/news.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { newsForm } from '#shared/rules/news.ts'
import { createNews, deleteNews, editNews, pageOfNews, publishNews } from './service.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

/** What administrators write for the dashboard. */
export const adminNewsRoutes = (context: Context) =>
  new Elysia({ name: 'news-admin', prefix: '/api/auth/admin/news' })
    .use(guard(context))
    .get('/', async ({ query, request }) => jsonResponse(await pageOfNews(context, query), request.headers), {
      role: ROLE_ADMIN,
      query: pageQuery,
      ...contract({ summary: 'Все новости, новые впереди', answers: { 200: adminNewsAnswer } })
    })
    .post(
      '/',
      async ({ user, address, body }) => ({
        ok: true,
        data: await createNews(context, body, user.username, actorOf(user, address))
      }),
      {
        ...byAdmin,
        body: newsForm,
        ...contract({ summary: 'Новая новость или её черновик', answers: { 200: adminNewsItemAnswer } })
      }
    )
    .put(
      '/:id',
      async ({ user, address, params, body }) => ({
        ok: true,
        data: await editNews(context, params.id, body, user.username, actorOf(user, address))
      }),
      {
        ...byAdmin,
        body: newsForm,
        ...contract({
          summary: 'Новость в новом виде',
          answers: { 200: adminNewsItemAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
    .post(
      '/:id/publish',
      async ({ user, address, params }) => ({
        ok: true,
        data: await publishNews(context, params.id, actorOf(user, address))
      }),
      {
        ...byAdmin,
        ...contract({
          summary: 'Публикация черновика: его дата становится текущей',
          answers: { 200: adminNewsItemAnswer },
          refusals: ['NOT_FOUND', 'ALREADY_PUBLISHED']
        })
      }
    )
    .delete(
      '/:id',
      async ({ user, address, params }) => {
        await deleteNews(context, params.id, actorOf(user, address))
        return { ok: true }
      },
      {
        ...byAdmin,
        ...contract({ summary: 'Удаление новости', answers: { 200: doneAnswer }, refusals: ['NOT_FOUND'] })
      }
    )
