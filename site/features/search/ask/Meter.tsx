import type { Confidence } from './chips.ts'

/** Three bars: how sure a reading is. Never a score of a person. */
export const Meter = ({ level, label }: { level: Confidence; label: string }) => (
  <span className="meter" role="img" aria-label={label}>
    {[1, 2, 3].map(bar => (
      <i key={bar} data-on={bar <= level ? '' : undefined} />
    ))}
  </span>
)
