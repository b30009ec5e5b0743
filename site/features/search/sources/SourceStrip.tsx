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
