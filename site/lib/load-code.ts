import { AskError, NETWORK_ERROR } from './ask.ts'

/**
 * Loads code that a page needs only now: `loadCode(() => import('./export.ts'))`.
 *
 * @throws AskError «Network error» where it cannot be had, like any call.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    throw new AskError(NETWORK_ERROR)
  }
}
