import { Refusal } from '#api/lib/refusal.ts'

/** Pieces in memory at once, in a process. */
const PIECES_AT_ONCE = 8
/** A piece that takes longer gives its place to one that comes; those of the site take a second. */
const SLOW_MS = 5_000

/** The place of a piece that is coming. */
export interface PiecePlace {
  /** Aborted when it gives its place to another. */
  readonly signal: AbortSignal
  leave(): void
}

/** Where the pieces are that a process takes. */
export interface PiecePlaces {
  /** @throws Refusal `UPLOAD_BUSY` while every place is held by a piece that is not slow. */
  take(): PiecePlace
}

export function createPiecePlaces(slowMs = SLOW_MS): PiecePlaces {
  /** Oldest first. */
  const places = new Map<AbortController, number>()
  return {
    take() {
      if (places.size >= PIECES_AT_ONCE) {
        const [oldest] = places
        if (!oldest || performance.now() - oldest[1] < slowMs)
          throw new Refusal('UPLOAD_BUSY', { retryAfterSeconds: 1 })
        places.delete(oldest[0])
        oldest[0].abort(new Refusal('UPLOAD_BUSY', { retryAfterSeconds: 1 }))
      }
      const control = new AbortController()
      places.set(control, performance.now())
      return { signal: control.signal, leave: () => void places.delete(control) }
    }
  }
}
