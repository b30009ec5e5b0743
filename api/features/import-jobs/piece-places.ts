import { Refusal } from '#api/lib/refusal.ts'

const PIECES_AT_ONCE = 8
/** A slower piece yields; those of the site take a second. */
const SLOW_MS = 5_000

interface PiecePlace {
  readonly signal: AbortSignal
  leave(): void
}

export interface PiecePlaces {
  /** @throws Refusal `UPLOAD_BUSY` when no piece is slow. */
  take(): PiecePlace
}

export function createPiecePlaces(slowMs = SLOW_MS): PiecePlaces {
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
