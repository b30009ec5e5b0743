import { SESSION_RESULTS_MINUTES } from '#shared/constants.ts'
import { UNSENT_LINE_KEY } from '#site/lib/search-storage.ts'

interface UnsentLine {
  user: number
  /** Milliseconds of the epoch. */
  at: number
  line: string
}

/** Stores the line of a search whose session had ended, in this tab only. */
export function storeUnsentLine(unsent: UnsentLine): void {
  try {
    sessionStorage.setItem(UNSENT_LINE_KEY, JSON.stringify(unsent))
  } catch {
    // A full or forbidden storage costs the convenience only.
  }
}

/** Takes the line out again for the user who typed it; empty for anybody else and after 30 minutes. */
export function takeUnsentLine(user: number | null, now: number): string {
  try {
    const unsent: Partial<UnsentLine> | null = JSON.parse(sessionStorage.getItem(UNSENT_LINE_KEY) ?? 'null')
    sessionStorage.removeItem(UNSENT_LINE_KEY)
    const age = now - (unsent?.at ?? Number.NaN)
    const isGood = unsent?.user === user && age >= 0 && age <= SESSION_RESULTS_MINUTES * 60_000
    return isGood && typeof unsent?.line === 'string' ? unsent.line : ''
  } catch {
    return ''
  }
}
