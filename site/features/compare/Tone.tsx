import type { ReactNode } from 'react'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { type CellState, Cells } from '#site/ui/Cells.tsx'
import { type Drawing, Icon } from '#site/ui/Icon.tsx'
import { IconCheck, IconMinus, IconX } from '#site/ui/icons/acts.ts'
import { numbersOf, type ShownTone, STATES } from './compare-view.ts'

const ICONS: Record<ShownTone, [Drawing, string]> = {
  agree: [IconCheck, 'совпало'],
  differ: [IconX, 'расходится'],
  missing: [IconMinus, 'нет данных'],
  neutral: [IconMinus, 'не мешает']
}

/** A sentence behind the mark of what it says: agrees, differs, nothing to compare. */
export function Tone({ tone, children }: { tone: ShownTone; children: ReactNode }) {
  const [icon, label] = ICONS[tone]
  return (
    <span className="tone" data-s={STATES[tone]}>
      <Icon of={icon} label={label} />
      <span>{children}</span>
    </span>
  )
}

interface SourceCellsProps {
  /** Keys of sources. */
  keys: readonly string[]
  answer: SearchAnswer
  state: CellState
}

export function SourceCells({ keys, answer, state }: SourceCellsProps) {
  const numbers = numbersOf(keys, answer)
  const word = numbers.length === 1 ? 'источник' : 'источники'
  const label = `${state === 'part' ? 'частично ' : ''}${word} ${numbers.join(', ')}`
  return <Cells numbers={numbers} state={state} label={label} />
}
