import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'

/** A reading that a person chose: the search looks under it alone. */
export interface ReadingChoice {
  kind: ReadingKind
  value: string
}

/** The chosen reading after a press: the pressed one, or none when it was the chosen one already. */
export function toggleReading(choice: ReadingChoice | null, pressed: ReadingChoice): ReadingChoice | null {
  return choice && isSame(choice, pressed) ? null : pressed
}

/** A choice holds only while the line still has that reading. */
export function presentChoice(readings: Reading[], choice: ReadingChoice | null): ReadingChoice | null {
  const all = readings.flatMap(reading => [reading, ...(reading.parts ?? [])])
  return choice && all.some(reading => isSame(reading, choice)) ? choice : null
}

export const isSame = (a: ReadingChoice, b: ReadingChoice) => a.kind === b.kind && a.value === b.value

interface Request {
  query: string
  choice: ReadingChoice | null
}

/** Whether two searches ask for the same. */
export const isSameRequest = (a: Request, b: Request): boolean =>
  a.query.trim() === b.query.trim() &&
  (a.choice && b.choice ? isSame(a.choice, b.choice) : a.choice === b.choice)
