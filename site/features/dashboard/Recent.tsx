import { useStore } from '@nanostores/react'
import type { HistoryItem } from '#shared/contracts/history.ts'
import { HISTORY_TEXTS } from '#shared/texts/history.ts'
import { formatRecent } from '#site/lib/format-time.ts'
import { counted, RECORDS, ROWS } from '#site/lib/numbers.ts'
import { listHref } from '#site/lib/search-links.ts'
import { leaveLine } from '#site/lib/unsent-line.ts'
import { Card } from '#site/ui/Card.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { recent } from './dashboard-store.ts'
import { MoscowClock } from './MoscowClock.tsx'

const WAITING = [1, 2, 3]

export function Recent() {
  const load = useStore(recent.$load)
  return (
    <Card title="Недавние поиски" action={<MoscowClock />} aria-busy={load.step === 'loading'}>
      {load.step === 'loading' && (
        <Rows>
          {WAITING.map(line => (
            <li key={line}>
              <Skeleton chars={30} />
              <br />
              <small>
                <Skeleton chars={26} />
              </small>
            </li>
          ))}
        </Rows>
      )}
      {load.step === 'failed' && <Failure text={load.text} onRetry={recent.load} />}
      {load.step === 'ready' && load.data.length === 0 && <p className="soft">Здесь появятся ваши поиски.</p>}
      {load.step === 'ready' && load.data.length > 0 && (
        <Rows>
          {load.data.map(item => (
            <li key={item.id}>
              <a
                href={item.list ? listHref(item.list.id) : '/search'}
                onClick={() => item.list || leaveLine(item.query)}
              >
                {item.query}
              </a>
              <br />
              <small>{describe(item)}</small>
            </li>
          ))}
        </Rows>
      )}
    </Card>
  )
}

/** «12 записей, сегодня, 12:41»; of a list «28 строк, …». */
const describe = ({ results_count, list, created_at_str }: HistoryItem) =>
  `${results_count > 0 ? counted(results_count, list ? ROWS : RECORDS) : HISTORY_TEXTS.notFound}, ${formatRecent(created_at_str, new Date())}`
