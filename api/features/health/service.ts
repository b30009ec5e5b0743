import type { Context } from '#api/context.ts'
import type { ReadyAnswer } from '#shared/contracts/health.ts'
import { databaseAnswers } from './store.ts'

/** Asked of every part at once: a silent one takes no longer than its own limit. */
export async function readiness({ sql, engine, drain }: Context): Promise<ReadyAnswer> {
  const [database, search] = await Promise.all([
    databaseAnswers(sql),
    engine.health().then(
      ({ ok }) => ok,
      () => false
    )
  ])
  const part = (isUp: boolean) => (isUp ? 'ok' : 'down')
  return {
    status: part(database && search && !drain.isStopping),
    database: part(database),
    search: part(search),
    stopping: drain.isStopping
  }
}
