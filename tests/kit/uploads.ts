import type { ImportView } from '#shared/contracts/admin/imports.ts'
import type { Client, TestAnswer } from './client.ts'
import { KIT_PASSPORT } from './file-imports.ts'
import { until } from './until.ts'

export const IMPORTS = '/api/auth/admin/imports'

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

  const previewOnce = (id: string, order: object) => admin.post(`${IMPORTS}/${id}/preview`, order)

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

    previewOnce,

    /** When it has been read, which a slow machine does not do within one call. */
    preview: (id: string, order: object) =>
      until(
        () => previewOnce(id, order),
        ({ body }) => body.preview !== null
      ),

    start: (id: string, order: object) =>
      admin.post(`${IMPORTS}/${id}/start`, { passport: KIT_PASSPORT, ...order }),

    /** Waits until an import is as asked for. */
    async until(id: string, isSo: (shown: ImportView) => boolean): Promise<ImportView> {
      const shown = await until(
        () => read(id),
        shown => isSo(shown) || shown.state === 'failed'
      )
      if (!isSo(shown)) throw new Error(shown.failure ?? 'the import did not get there')
      return shown
    }
  }
}
