import { newsTone } from '#shared/labels/news.ts'
import { formatNewsDate } from '#site/lib/format-time.ts'
import { $session } from '#site/lib/session-store.ts'
import { Article } from '#site/ui/Article.tsx'
import { Badge } from '#site/ui/Badge.tsx'

/** What has been typed of a piece of news. */
export interface NewsText {
  title: string
  category: string
  summary: string
  author: string
  isFeatured: boolean
}

export function textIn(form: HTMLFormElement | null): NewsText {
  const typed = new FormData(form ?? undefined)
  const [title = '', category = '', summary = '', author = ''] = [
    'title',
    'category',
    'summary',
    'author'
  ].map(name => String(typed.get(name) ?? '').trim())
  return { title, category, summary, author, isFeatured: typed.has('is_featured') }
}

/** How everybody will see it on the first page. */
export function NewsPreview({ title, category, summary, author, isFeatured }: NewsText) {
  const session = $session.get()
  const own = session.step === 'in' ? session.user.username : ''
  const now = new Date().toISOString()
  return (
    <section className="boxed pad" aria-label="Предпросмотр">
      <Article
        tags={
          <>
            {category && <Badge tone={newsTone(category)}>{category}</Badge>}
            {isFeatured && <Badge tone="red">Важное</Badge>}
          </>
        }
        moment={now}
        day={formatNewsDate(now)}
        title={title || 'Без заголовка'}
        text={summary || 'Без текста'}
        author={author || own}
      />
    </section>
  )
}
