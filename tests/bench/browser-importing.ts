import { basename } from 'node:path'
import { createPasswords } from '#api/features/auth/passwords.ts'
import { UPLOAD_PIECE_MAX_BYTES } from '#shared/constants.ts'
import type { ImportView } from '#shared/contracts/admin/imports.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { signIn } from './askers.ts'
import { IMPORT_SOURCE } from './importing.ts'
import type { Product } from './product.ts'
import type { Stage } from './stage.ts'

const IMPORTS = '/api/auth/admin/imports'
const LOOK_MS = 250

export interface BrowserImport {
  /** Seconds from the first call to the answer to the last piece. */
  uploaded: number
  /** Seconds from the first call until it is done. Throws when it fails. */
  done(): Promise<number>
  kill(): Promise<void>
}

/** An administrator of the stage, who uploads files to the product in the largest pieces it takes, and imports them. */
export async function createBrowserImports(stage: Stage, product: Product) {
  const people = [{ username: 'benchadministrator', role: ROLE_ADMIN }]
  const into = { owner: stage.database.owner, secrets: stage.context.secrets }
  const hash = await createPasswords().hash(PASSWORD)

  return async function start(file: string): Promise<BrowserImport> {
    const [session] = await signIn(into, people, hash)
    const own = { Cookie: session?.cookie ?? '', 'Sec-Fetch-Site': 'same-origin' }
    async function ask(path: string, init: RequestInit = {}): Promise<{ import: ImportView }> {
      const headers = {
        'Content-Type': 'application/json',
        ...own,
        ...(init.headers as Record<string, string>)
      }
      const answer = await fetch(`${product.url}${IMPORTS}${path}`, { ...init, headers })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as { import: ImportView }
    }
    const post = (path: string, body: object) => ask(path, { method: 'POST', body: JSON.stringify(body) })

    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    const bytes = Bun.file(file)
    const form = { file_name: basename(file), size: bytes.size, fingerprint: crypto.randomUUID() }
    const { id } = (await post('', form)).import
    for (let at = 0; at < bytes.size; at += UPLOAD_PIECE_MAX_BYTES) {
      const body = await bytes.slice(at, at + UPLOAD_PIECE_MAX_BYTES).bytes()
      const headers = {
        'Content-Type': 'application/octet-stream',
        'Content-Digest': `sha-256=:${Bun.SHA256.hash(body, 'base64')}:`
      }
      await ask(`/${id}/piece?offset=${at}`, { method: 'PUT', body, headers })
    }
    const uploaded = seconds()
    const passport = { ...KIT_PASSPORT, title: 'Импорт для замера' }
    await post(`/${id}/start`, { source: IMPORT_SOURCE, passport, id: 'Номер записи' })
    return {
      uploaded,
      async done() {
        for (;;) {
          const { state, failure } = (await ask(`/${id}`)).import
          if (state === 'done') return seconds()
          if (state === 'failed') throw new Error(`the import failed: ${failure}`)
          await Bun.sleep(LOOK_MS)
        }
      },
      async kill() {
        await ask(`/${id}`, { method: 'DELETE' })
      }
    }
  }
}
