import { type ReactNode, useId } from 'react'
import { HIGHLIGHT_MS } from '#shared/constants.ts'
import type { ReasonTone } from '#shared/contracts/match.ts'
import { groupOf } from '#site/features/search/people/roles.ts'
import { light } from '#site/features/search/records/jump.ts'
import { SourceStrip } from '#site/features/search/sources/SourceStrip.tsx'
import { type Drawing, Icon } from '#site/ui/Icon.tsx'
import { IconCheck, IconMinus, IconX } from '#site/ui/icons/acts.ts'
import type { ReasonView } from './reasons.ts'

const ICONS: Record<ReasonTone, [state: string, icon: Drawing, label: string]> = {
  agree: ['yes', IconCheck, 'совпало'],
  missing: ['none', IconMinus, 'нет данных'],
  contradict: ['no', IconX, 'расходится']
}

interface ReasonListProps {
  title: string
  reasons: readonly ReasonView[]
  /** Stands where there are none. */
  none: ReactNode
}

/** Reasons under their question. Each lights its records: while it is pointed at, and for 3 s when it is pressed. */
export function ReasonList({ title, reasons, none }: ReasonListProps) {
  const id = useId()
  return (
    <div {...groupOf(id)}>
      <h4 id={id}>{title}</h4>
      {reasons.length === 0 && <p className="small soft">{none}</p>}
      <ul className="joints">
        {reasons.map(reason => (
          <li key={`${reason.tone} ${reason.text}`}>
            <Joint reason={reason} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Joint({ reason: { tone, text, strip, recordIds } }: { reason: ReasonView }) {
  const [state, icon, label] = ICONS[tone]
  const on = () => light(recordIds)
  const off = () => light([])
  return (
    <button
      type="button"
      className="joint"
      data-s={state}
      onPointerEnter={on}
      onPointerLeave={off}
      onFocus={on}
      onBlur={off}
      onClick={() => {
        light(recordIds, HIGHLIGHT_MS)
        document.getElementById(rowId(recordIds[0] ?? ''))?.scrollIntoView({ block: 'nearest' })
      }}
    >
      <Icon of={icon} label={label} />
      <span>
        {text} {strip.cells.length > 0 && <SourceStrip strip={strip} />}
      </span>
    </button>
  )
}

/** The row of a record in the panel of its person. */
export const rowId = (recordId: string): string => `k-${encodeURIComponent(recordId)}`
