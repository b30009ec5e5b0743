import type { ReactNode } from 'react'

interface ArticleProps {
  /** Badges over the title. */
  tags: ReactNode
  /** ISO, and as it is read. */
  moment: string
  day: string
  title: string
  text: string
  author: string
}

/** A short text of somebody, of a day. */
export const Article = ({ tags, moment, day, title, text, author }: ArticleProps) => (
  <article>
    <p className="row">
      {tags}
      <small>
        <time dateTime={moment}>{day}</time>
      </small>
    </p>
    <h3>{title}</h3>
    <p className="soft lines">{text}</p>
    <small>Автор: {author}</small>
  </article>
)
