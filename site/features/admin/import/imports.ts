import type { ImportAnswer, ImportsAnswer, ImportView } from '#shared/contracts/admin/imports.ts'
import { ask, type Shape } from '#site/lib/ask.ts'

const PATH = '/api/auth/admin/imports'

export const importPath = (id: string, rest = ''): string => `${PATH}/${id}${rest}`

/** Rejected rows with why, as a file for Excel. */
export const rejectsHref = (id: string): string => importPath(id, '/rejects')

/** What the pages rely on. */
export const IMPORT_SHAPE = { import: { id: '' } } as const satisfies Shape<ImportAnswer>

export const readImport = async (id: string, signal?: AbortSignal): Promise<ImportView> =>
  (await ask<ImportAnswer>(importPath(id), { ...(signal && { signal }), shape: IMPORT_SHAPE })).import

/** Of one source, or all; newest first. */
export const listImports = async (source?: string): Promise<ImportView[]> =>
  (
    await ask<ImportsAnswer>(source ? `${PATH}?${new URLSearchParams({ source })}` : PATH, {
      shape: { imports: [{ id: '' }] }
    })
  ).imports

/** Announces a file. The same file of the same administrator goes on where it was. */
export const announceFile = async (file: {
  file_name: string
  size: number
  fingerprint: string
}): Promise<ImportView> => (await ask<ImportAnswer>(PATH, { body: file, shape: IMPORT_SHAPE })).import
