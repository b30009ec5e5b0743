import { REPLAY_SECONDS } from '#shared/constants.ts'
import { drop, keep, recall } from '#site/lib/search-session-store.ts'

/** The last search that was sent. It is stored in this tab, since a reload must not lose its key. */
interface SentSearch {
  /** The body of the request: the line and the chosen reading. */
  body: string
  key: string
  /** When it was sent first, in milliseconds of the epoch: the server's own seconds begin later. */
  at: number
  isAnswered: boolean
}

export interface ReplayKey {
  key: string
  /** The page has had the answer to this key before. */
  isReplay: boolean
}

/**
 * The `Idempotency-Key` to send a search with. A repetition carries the key of the first time: as long as no answer has
 * come, so that it is not paid twice, and for 30 seconds after that, so that the server repeats without searching.
 */
export function replayKeyOf(body: string, now = Date.now()): ReplayKey {
  const last = readSent()
  if (last?.body === body) {
    const age = now - last.at
    if (!last.isAnswered || (age >= 0 && age < REPLAY_SECONDS * 1000))
      return { key: last.key, isReplay: last.isAnswered }
  }
  const key = createKey()
  writeSent({ body, key, at: now, isAnswered: false })
  return { key, isReplay: false }
}

/** The answer to the last search has come and is complete. */
export function markAnswered(): void {
  const last = readSent()
  if (last) writeSent({ ...last, isAnswered: true })
}

/** The last search was refused or incomplete: its repetition is a search of its own. */
export const dropReplayKey = (): void => drop('sent')

const writeSent = (sent: SentSearch): void => keep('sent', sent)

function readSent(): SentSearch | null {
  const sent = recall<SentSearch>('sent')
  return typeof sent?.key === 'string' && typeof sent.at === 'number' ? (sent as SentSearch) : null
}

/** `randomUUID` is missing where the page comes over plain http from another machine. */
const createKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
