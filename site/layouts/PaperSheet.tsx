import { Fragment, type ReactNode } from 'react'

/** A part of a document: a heading, a paragraph, a list, or what one thing holds. */
export type SheetPart =
  | { heading: string; isSmall?: true }
  | { text: string }
  | { lines: readonly string[] }
  | { id: string; pairs: readonly { label: string; value: string }[] }

interface PaperSheetProps {
  /** Stands over the title. */
  above: string
  title: string
  parts: readonly SheetPart[]
  /** Stands before what one thing holds. */
  mark?: ((id: string) => ReactNode) | undefined
}

/** A document, black on white, on the screen as on paper. */
export const PaperSheet = ({ above, title, parts, mark }: PaperSheetProps) => (
  <article className="paper" aria-label={title}>
    <p>{above}</p>
    <h1>{title}</h1>
    {parts.map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a document stands as it is
      <Part key={at} part={part} mark={mark} />
    ))}
  </article>
)

function Part({ part, mark }: { part: SheetPart } & Pick<PaperSheetProps, 'mark'>) {
  if ('heading' in part) return part.isSmall ? <h3>{part.heading}</h3> : <h2>{part.heading}</h2>
  if ('text' in part) return <p>{part.text}</p>
  if ('lines' in part)
    return (
      <ul>
        {part.lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
          <li key={at}>{line}</li>
        ))}
      </ul>
    )
  return (
    <div className="keep">
      {mark?.(part.id)}
      <dl className="pairs">
        {part.pairs.map(({ label, value }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}
