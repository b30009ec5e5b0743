import type { Reading } from '#shared/contracts/reading.ts'
import { isFirstOfPerson } from '#shared/identity/reading/line-identifiers.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { readingText } from '#site/features/search/display-value.ts'
import { isSame, type ReadingChoice } from './readings-view.ts'

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
  const people = readings.filter(isFirstOfPerson)
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
    // The page ends it with a full stop, which «17.06.2022 г.» has.
    remark: remarksOfReadings(readings).join('; ').replace(/\.$/, ''),
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

function chip(reading: Reading, choice: ReadingChoice, on: boolean): Chip {
  const { label, note } = reading
  const confidence = reading.confidence >= 0.75 ? 3 : reading.confidence >= 0.45 ? 2 : 1
  return {
    choice: { kind: choice.kind, value: choice.value },
    label,
    value: readingText(reading),
    confidence,
    confidenceText: `уверенность: ${CONFIDENCE_TEXTS[confidence]}${note ? `, ${note}` : ''}`,
    on
  }
}
