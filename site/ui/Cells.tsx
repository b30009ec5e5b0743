/**
 * States that are told by shape, so that grey print loses nothing: `yes` filled, `part` outlined, `no` with a folded
 * corner, `none` a dot, `fail` dashed, `unseen` dotted, `ref` a grey outline.
 */
export type CellState = 'yes' | 'part' | 'no' | 'none' | 'fail' | 'unseen' | 'ref'

interface CellsProps {
  numbers: readonly number[]
  state: CellState
  /** «источники 1, 2»: the cells are one image. */
  label: string
}

/** Numbered cells of one state; nothing without numbers. */
export const Cells = ({ numbers, state, label }: CellsProps) =>
  numbers.length > 0 && (
    <span className="cells" role="img" aria-label={label} title={label}>
      {numbers.map(number => (
        <i key={number} data-s={state}>
          {number}
        </i>
      ))}
    </span>
  )
