import { afterAll, beforeAll } from 'bun:test'
import { startApp, type TestApp } from './start-app.ts'

/**
 * The app of a test file, there from its `beforeAll` on and stopped after its last test.
 *
 * @param prepare What the tests find in it.
 */
export function startedApp(
  prepare?: (app: TestApp) => Promise<unknown>,
  start: () => Promise<TestApp> = startApp
): TestApp {
  const app = {} as TestApp
  beforeAll(async () => {
    Object.assign(app, await start())
    await prepare?.(app)
  })
  afterAll(() => app.stop())
  return app
}
