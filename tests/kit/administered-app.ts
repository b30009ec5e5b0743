import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { type Person, signedInAs } from './people.ts'
import { startApp, type TestApp } from './start-app.ts'
import { startedApp } from './started-app.ts'
import { createUploader, type Uploader } from './uploads.ts'

/** The product with an administrator who is signed in, and what loads files as one; `env` as for `startApp`. */
export async function startAdministered(
  env: Record<string, string> = {}
): Promise<{ app: TestApp; admin: Person; files: Uploader }> {
  const app = await startApp(env)
  const admin = await signedInAs(app, ROLE_ADMIN)
  return { app, admin, files: createUploader(admin) }
}

/** The same for a test file: there from its `beforeAll` on, stopped after its last test. */
export function administeredApp(
  prepare?: (app: TestApp) => Promise<unknown>,
  env?: Record<string, string>
): Awaited<ReturnType<typeof startAdministered>> {
  const admin = {} as Person
  const files = {} as Uploader
  const app = startedApp(prepare, async () => {
    const started = await startAdministered(env)
    Object.assign(admin, started.admin)
    Object.assign(files, started.files)
    return started.app
  })
  return { app, admin, files }
}
