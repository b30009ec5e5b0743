import type { StripView } from './strip.ts'

/** Who confirms a value, source by source. One image with a label: nine rows cost no tab stops. */
export const Strip = ({ strip: { cells, rest, label } }: { strip: StripView }) => (
  <span className="strip" role="img" aria-label={label} title={label}>
    {cells.map(({ number, tone }) => (
      <i key={number} data-support={tone}>
        {number}
      </i>
    ))}
    {rest > 0 && <small className="nowrap">ещё {rest}</small>}
  </span>
)
