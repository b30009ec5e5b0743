import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import { READING_REMARKS } from '#shared/labels/readings.ts'
import { dateText } from '#site/features/search/texts.ts'

/** A reading that a person chose: the search looks under it alone. */
export interface ReadingChoice {
  kind: ReadingKind
  value: string
}

export type Confidence = 1 | 2 | 3

/** A reading as a chip shows it. */
export interface Chip {
  choice: ReadingChoice
  label: string
  value: string
  confidence: Confidence
  /** For a screen reader: «уверенность: низкая, контрольное число не сходится». */
  confidenceText: string
  /** The search looks under this reading. */
  on: boolean
}

/** `together` hold at once, or are the best reading; each of `instead` is another way to read the line. */
export interface Chips {
  together: Chip[]
  instead: Chip[]
  /** What of the line is not searched: «возраст не ищется, нужен год рождения». Empty when all of it is. */
  remark: string
}

const CONFIDENCE_TEXTS: Record<Confidence, string> = { 3: 'высокая', 2: 'средняя', 1: 'низкая' }
const LIKELY = 0.5
/** Every line can also be searched as plain text; that is worth a chip only where it is not far-fetched. */
const WORTH_A_CHIP = 0.2

/** The chips of a line. Without a choice every reading that the search looks under first is on. */
export function chipsOf(readings: Reading[], choice: ReadingChoice | null): Chips {
  const [first, ...rest] = readings
  if (!first) return { together: [], instead: [], remark: '' }
  const people = readings.filter(({ person }, at) => isFirstOf(readings, person, at))
  const together = people.length > 0 ? people : (first.parts ?? [first])
  const instead = rest.filter(
    reading =>
      (!reading.parts || reading.person !== undefined) &&
      reading.confidence >= WORTH_A_CHIP &&
      !together.some(part => isSame(part, reading))
  )
  const whole = readings.find(reading => choice && isSame(reading, choice))
  const chosen = [choice, ...(whole?.parts ?? [])]
  const on = (reading: Reading, byDefault: boolean) =>
    choice ? chosen.some(one => one && isSame(one, reading)) : byDefault
  return {
    remark: remarkOf(readings),
    together: together.map(reading => chip(reading, reading, on(reading, true))),
    instead: instead.map(reading => {
      // Another way to read one word still holds together with the rest of the line.
      const whole = rest.find(({ parts }) => parts?.some(part => isSame(part, reading)))
      // The second of two numbers beside a name is looked for as the first one is.
      const isAlternative =
        whole?.confidence === first.confidence && !!first.parts?.some(({ kind }) => kind === reading.kind)
      const part = isAlternative ? whole?.parts?.find(one => isSame(one, reading)) : undefined
      const isLikely = (people.length > 0 || !first.parts) && reading.confidence >= LIKELY
      return chip(part ?? reading, whole ?? reading, on(reading, isAlternative || isLikely))
    })
  }
}

function remarkOf(readings: Reading[]): string {
  const notes = readings.flatMap(({ note }) => note?.split('; ') ?? [])
  return [...new Set(notes)].filter(note => READING_REMARKS.includes(note)).join('; ')
}

/** The surest reading of each person, where the line names several. */
const isFirstOf = (readings: Reading[], person: number | undefined, at: number) =>
  person !== undefined && readings.findIndex(reading => reading.person === person) === at

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

function chip(reading: Reading, choice: ReadingChoice, on: boolean): Chip {
  const { kind, value, label, note } = reading
  const confidence = reading.confidence >= 0.75 ? 3 : reading.confidence >= 0.45 ? 2 : 1
  return {
    choice: { kind: choice.kind, value: choice.value },
    label,
    value: displayValue(kind, value),
    confidence,
    confidenceText: `уверенность: ${CONFIDENCE_TEXTS[confidence]}${note ? `, ${note}` : ''}`,
    on
  }
}

const MASKS: Partial<Record<ReadingKind, [RegExp, string]>> = {
  phone: [/^7(\d{3})(\d{3})(\d\d)(\d\d)$/, '+7\u00a0$1\u00a0$2-$3-$4'],
  snils: [/^(\d{3})(\d{3})(\d{3})(\d\d)$/, '$1-$2-$3\u00a0$4'],
  passport: [/^(\d\d)(\d\d)(\d{6})$/, '$1\u00a0$2\u00a0$3']
}

/** A normal form as people write it. */
export function displayValue(kind: ReadingKind, value: string): string {
  if (kind === 'birth_date') return dateText(value)
  const mask = MASKS[kind]
  return mask ? value.replace(...mask) : value
}
