import { createApp } from '#api/app.ts'
import { closeContext, createContext } from '#api/context.ts'
import { openRecords } from '#api/engines/index.ts'
import { freePort, type TestApp } from './start-app.ts'

/** The product once more over the database of `app`, with connections, caches and limits of its own, as another process has. */
export async function startSecondApp(app: TestApp): Promise<Pick<TestApp, 'url' | 'context' | 'stop'>> {
  const port = freePort()
  const records = openRecords(app.context.config, app.database)
  const context = createContext({ ...app.context, database: app.database, records })
  const second = createApp(context)
  second.listen({ port, hostname: '127.0.0.1' })
  return {
    url: `http://localhost:${port}`,
    context,
    async stop() {
      await second.stop(true)
      await closeContext(context)
      await records.close()
    }
  }
}
