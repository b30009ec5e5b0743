import { INDEX_FAILURES } from '#shared/texts/admin.ts'
import { AskError } from '#site/lib/ask.ts'

export const INDICES_PATH = '/api/auth/admin/es_indices'

/** The server's words; the fallback where it said none, and others where no answer came. */
export function indexErrorText(error: unknown, fallback: string, cut: string = INDEX_FAILURES.cut): string {
  if (!(error instanceof AskError)) return fallback
  if (error.status === 0 && !error.words) return cut
  return error.words || fallback
}
