import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { contract } from '#api/http/route-contract.ts'
import { liveAnswer, readyAnswer } from '#shared/contracts/health.ts'
import { readiness } from './service.ts'

const PREFIX = '/api/health'
/** They are answered while the process stops, too. */
export const PROBE_PATHS = [`${PREFIX}/live`, `${PREFIX}/ready`]

/** For whatever starts, ends and picks processes. */
export const healthRoutes = (context: Context) =>
  new Elysia({ name: 'health', prefix: PREFIX })
    .get(
      '/live',
      () => ({ status: 'ok' as const }),
      contract({ summary: 'Работает ли процесс', answers: { 200: liveAnswer } })
    )
    .get(
      '/ready',
      async ({ set }) => {
        const ready = await readiness(context)
        if (ready.status !== 'ok') {
          set.status = 503
          set.headers['retry-after'] = '5'
        }
        return ready
      },
      contract({ summary: 'Готов ли процесс отвечать', answers: { 200: readyAnswer, 503: readyAnswer } })
    )
