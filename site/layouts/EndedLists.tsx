import { useEffect, useState } from 'react'
import type { List } from '#shared/contracts/lists/lists.ts'
import { endText, fetchEnded, markListsSeen } from '#site/lib/account/ended-lists.ts'
import { errorText } from '#site/lib/ask.ts'
import { LISTS_HREF, listHref } from '#site/lib/search-links.ts'
import { tell } from '#site/lib/toast-store.ts'

/** What the bell opens: lists that have ended and were not looked at since, each a link to its page. */
export function EndedLists({ onSeen }: { onSeen(): void }) {
  const [lists, setLists] = useState<readonly List[]>()
  const [error, setError] = useState('')
  useEffect(() => {
    fetchEnded().then(setLists, cause => setError(errorText(cause)))
  }, [])
  const see = () =>
    markListsSeen(lists?.map(({ id }) => id) ?? []).then(onSeen, cause => tell(errorText(cause)))
  return (
    <>
      <p className="small muted" role="status">
        {error || (lists ? (lists.length > 0 ? 'Готовые списки' : 'Нового нет') : 'Загружаем…')}
      </p>
      {lists?.map(list => (
        <a key={list.id} href={listHref(list.id)}>
          <span>
            {list.title}
            <small>{endText(list)}</small>
          </span>
        </a>
      ))}
      <hr />
      {lists && lists.length > 0 && (
        <button type="button" onClick={see}>
          Отметить прочитанными
        </button>
      )}
      <a href={LISTS_HREF}>Все списки</a>
    </>
  )
}
