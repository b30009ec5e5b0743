import type { ReactNode } from 'react'

interface StatProps {
  label: ReactNode
  value: ReactNode
  /** What the figure is measured against. */
  note?: ReactNode
  busy?: boolean
}

/** One figure with its name. Several of them stand in `<dl class="grid">`. */
export const Stat = ({ label, value, note, busy }: StatProps) => (
  <div className="card stat" aria-busy={busy || undefined}>
    <dt>{label}</dt>
    <dd>
      {value}
      {note && <small>{note}</small>}
    </dd>
  </div>
)
