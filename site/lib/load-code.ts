import { PART_MISSING } from '#shared/texts/connection.ts'
import { AskError, send } from './ask.ts'

/**
 * Loads code that a page needs only now: `loadCode(() => import('./export.ts'))`.
 *
 * @throws AskError «Network error» without a server, like any call; else that the page is to be loaded anew: a browser
 *   does not ask again for code that it could not have, and after a new build the server has it no more.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await send('/api/search/health', {})
    throw new AskError(PART_MISSING)
  }
}
