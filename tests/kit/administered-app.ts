import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { type Person, signedInAs } from './people.ts'
import { startApp, type TestApp } from './start-app.ts'
import { createUploader, type Uploader } from './uploads.ts'

/** The product with an administrator who is signed in, and what loads files as one; `env` as for `startApp`. */
export async function startAdministered(
  env: Record<string, string> = {}
): Promise<{ app: TestApp; admin: Person; files: Uploader }> {
  const app = await startApp(env)
  const admin = await signedInAs(app, ROLE_ADMIN)
  return { app, admin, files: createUploader(admin) }
}
