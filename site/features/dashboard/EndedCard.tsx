import { useEffect, useState } from 'react'
import type { List } from '#shared/contracts/lists/lists.ts'
import { endText, fetchEnded, markListsSeen } from '#site/lib/account/ended-lists.ts'
import { errorText } from '#site/lib/ask.ts'
import { listHref } from '#site/lib/search-links.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { MoscowClock } from './MoscowClock.tsx'

/** Lists that have ended since they were looked at. */
export function EndedCard({ count }: { count: number }) {
  const [lists, setLists] = useState<readonly List[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number means other lists
  useEffect(() => {
    fetchEnded().then(setLists, error => tell(errorText(error)))
  }, [count])
  const see = () => markListsSeen(lists.map(({ id }) => id)).catch(error => tell(errorText(error)))
  if (lists.length === 0) return null
  return (
    <Card title="Готовые списки" action={<MoscowClock />}>
      <Rows>
        {lists.map(list => (
          <li key={list.id}>
            <a href={listHref(list.id)}>{list.title}</a>
            <br />
            <small>{endText(list)}</small>
          </li>
        ))}
      </Rows>
      <Button size="s" onClick={see}>
        Отметить прочитанными
      </Button>
    </Card>
  )
}
