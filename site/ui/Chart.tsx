import { type ReactNode, useId } from 'react'

interface FrameProps {
  title: string
  /** The one thing to see, in words. */
  note?: string
  /** A sentence that says what the drawing says. */
  label: string
  /** Axis words, from the top down and from left to right. */
  y: readonly string[]
  x: readonly string[]
  width: number
  children: ReactNode
}

const HEIGHT = 100
const GRID = [0.5, 50, 99.5]

function Frame({ title, note, label, y, x, width, children }: FrameProps) {
  const id = useId()
  return (
    <figure className="card chart plot" aria-labelledby={id}>
      <header className="row apart">
        <h2 id={id}>{title}</h2>
        {note && <p className="small muted">{note}</p>}
      </header>
      <div className="small muted">
        <Axis className="y" words={y} />
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          <path d={GRID.map(line => `M0 ${line}H${width}`).join('')} />
          {children}
        </svg>
        <Axis className="x" words={x} />
      </div>
    </figure>
  )
}

const Axis = ({ className, words }: { className: string; words: readonly string[] }) => (
  <p className={className} aria-hidden="true">
    {words.map(word => (
      <span key={word}>{word}</span>
    ))}
  </p>
)

interface ColumnsProps extends Omit<FrameProps, 'width' | 'children'> {
  values: readonly number[]
  /** The value at the top of the axis. */
  top: number
}

const heightOf = (value: number, top: number) => (top > 0 ? (Math.min(value, top) / top) * HEIGHT : 0)

/** Columns over time; the highest is marked. */
export function Columns({ values, top, ...frame }: ColumnsProps) {
  const most = Math.max(...values)
  return (
    <Frame {...frame} width={values.length * 10}>
      {values.map((value, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in time
          key={index}
          className={value === most ? 'main' : undefined}
          x={index * 10 + 1.5}
          y={HEIGHT - heightOf(value, top)}
          width="7"
          height={heightOf(value, top)}
        />
      ))}
    </Frame>
  )
}

interface Bar {
  name: string
  /** Two lengths on one line: the usual and, behind it, the outer. */
  usual: number
  outer: number
  /** Marks the outer length as too much. */
  slow?: boolean
  /** The figures in words. */
  text: string
}

/** Lengths side by side, the longest filling the width. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const longest = Math.max(1, ...bars.map(bar => bar.outer))
  return (
    <ul className="bars small">
      {bars.map(bar => (
        <li key={bar.name}>
          <span>{bar.name}</span>
          <svg viewBox={`0 0 ${longest} 12`} preserveAspectRatio="none" aria-hidden="true">
            <rect className={bar.slow ? 'slow' : undefined} width={bar.outer} height="12" />
            <rect className="main" width={bar.usual} height="12" />
          </svg>
          <span className="num">{bar.text}</span>
        </li>
      ))}
    </ul>
  )
}
