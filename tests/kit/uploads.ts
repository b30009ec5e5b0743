import type { ImportView } from '#shared/contracts/admin-imports.ts'
import type { Client, TestAnswer } from './client.ts'
import { KIT_PASSPORT } from './file-imports.ts'

export const IMPORTS = '/api/auth/admin/imports'
const TRIES = 400
const PAUSE_MS = 50

export type Uploader = ReturnType<typeof createUploader>

/** What an administrator's page does with files. */
export function createUploader(admin: Client) {
  const sent = async (response: Response): Promise<TestAnswer<{ received: number; code?: string }>> => ({
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { received: number; code?: string }
  })

  async function piece(id: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) {
    const init = {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'Content-Type': 'application/octet-stream', ...headers }
    }
    return await sent(await admin.request(`${IMPORTS}/${id}/piece?offset=${offset}`, init))
  }

  async function begin(
    file_name: string,
    size: number,
    fingerprint = Bun.SHA256.hash(`${file_name} ${size}`, 'hex')
  ) {
    return await admin.post(IMPORTS, { file_name, size, fingerprint })
  }

  async function read(id: string): Promise<ImportView> {
    return (await admin.get(`${IMPORTS}/${id}`)).body.import
  }

  return {
    piece,
    begin,
    read,

    /** Sends a whole file, and answers its id. */
    async send(fileName: string, content: string | Uint8Array, pieceBytes = 1024 * 1024): Promise<string> {
      const bytes = Buffer.from(content)
      const { id, received } = (await begin(fileName, bytes.length)).body.import as ImportView
      for (let at = received; at < bytes.length; at += pieceBytes) {
        const answer = await piece(id, at, bytes.subarray(at, at + pieceBytes))
        if (answer.status !== 200) throw new Error(`a piece: ${answer.body.code}`)
      }
      return id
    },

    preview: (id: string, order: object) => admin.post(`${IMPORTS}/${id}/preview`, order),

    start: (id: string, order: object) =>
      admin.post(`${IMPORTS}/${id}/start`, { passport: KIT_PASSPORT, ...order }),

    /** Waits until an import is as asked for. */
    async until(id: string, isSo: (shown: ImportView) => boolean): Promise<ImportView> {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const shown = await read(id)
        if (isSo(shown)) return shown
        if (shown.state === 'failed') throw new Error(shown.failure ?? 'failed')
        await Bun.sleep(PAUSE_MS)
      }
      throw new Error('the import did not get there')
    }
  }
}
