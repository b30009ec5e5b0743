import type { StripView } from './strip.ts'

interface SourceStripProps {
  strip: StripView
  /** Numbers of the sources that a reason lights. */
  lit?: ReadonlySet<number>
}

/** Sources by their numbers, each in its state. One image with a label: forty sources cost no tab stops. */
export const SourceStrip = ({ strip: { cells, label }, lit }: SourceStripProps) => (
  <span className="cells" role="img" aria-label={label} title={label}>
    {cells.map(({ number, state }) => (
      <i key={number} data-s={state} className={lit?.has(number) ? 'is-lit' : undefined}>
        {state === 'none' ? '' : number}
      </i>
    ))}
  </span>
)

const KEYS = [
  ['yes', 'подтверждает'],
  ['part', 'частично'],
  ['no', 'расходится'],
  ['none', 'молчит']
] as const

/** What the cells mean. */
export const SourceKey = () => (
  <ul className="legend small soft">
    {KEYS.map(([state, text], at) => (
      <li key={state}>
        <span className="cells" aria-hidden="true">
          <i data-s={state}>{state === 'none' ? '' : at + 1}</i>
        </span>
        {text}
      </li>
    ))}
  </ul>
)
