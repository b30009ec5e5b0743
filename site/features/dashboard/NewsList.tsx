import { useStore } from '@nanostores/react'
import type { NewsItem } from '#shared/contracts/news.ts'
import { NEWS_EMPTY, newsTone } from '#shared/labels/news.ts'
import { formatNewsDate } from '#site/lib/format-time.ts'
import { Article } from '#site/ui/Article.tsx'
import { Badge } from '#site/ui/Badge.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { IconNews } from '#site/ui/icons/places.ts'
import { Rows } from '#site/ui/Rows.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { news } from './dashboard-store.ts'
import { MoscowClock } from './MoscowClock.tsx'

/** The placeholders while the news is loading. */
const WAITING = [1, 2, 3, 4]

export function NewsList() {
  const load = useStore(news.$load)
  return (
    <Card title="Новости и обновления" action={<MoscowClock />} aria-busy={load.step === 'loading'}>
      {load.step === 'loading' && (
        <Rows>
          {WAITING.map(line => (
            <WaitingItem key={line} />
          ))}
        </Rows>
      )}
      {load.step === 'failed' && <Failure text={load.text} onRetry={news.load} />}
      {load.step === 'ready' && load.data.length === 0 && <Empty icon={IconNews} title={NEWS_EMPTY} />}
      {load.step === 'ready' && load.data.length > 0 && (
        <Rows>
          {load.data.map(item => (
            <Item key={item.id} item={item} />
          ))}
        </Rows>
      )}
    </Card>
  )
}

const Item = ({ item }: { item: NewsItem }) => (
  <li>
    <Article
      tags={
        <>
          <Badge tone={newsTone(item.category)}>{item.category}</Badge>
          {item.is_featured && <Badge tone="red">Важное</Badge>}
        </>
      }
      moment={item.date}
      day={formatNewsDate(item.date)}
      title={item.title}
      text={item.summary}
      author={item.author}
    />
  </li>
)

const WaitingItem = () => (
  <li>
    <p>
      <Skeleton chars={24} small />
    </p>
    <p>
      <Skeleton chars={40} />
    </p>
    <p>
      <Skeleton chars={90} />
    </p>
    <small>
      <Skeleton chars={16} />
    </small>
  </li>
)
