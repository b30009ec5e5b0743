import { useCallback, useEffect, useState } from 'react'
import type { List } from '#shared/contracts/lists/lists.ts'
import { purposeText } from '#shared/texts/purpose.ts'
import { seeLists } from '#site/lib/account/ended-lists.ts'
import { errorText } from '#site/lib/ask.ts'
import { LISTS_HREF } from '#site/lib/search-links.ts'
import { updateUser } from '#site/lib/session-store.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronLeft } from '#site/ui/icons/acts.ts'
import { followList } from './follow-list.ts'
import { ListActs } from './ListActs.tsx'
import { fetchList, startList } from './list-calls.ts'
import { Price } from './Price.tsx'
import { Progress } from './Progress.tsx'
import { RowsTable } from './RowsTable.tsx'
import { Steps } from './Steps.tsx'

/** A list: what it costs as a draft, how it gets on, and what came of each row. */
export function OneList({ id }: { id: string }) {
  const [list, setShown] = useState<List | null>(null)
  const [error, setError] = useState('')
  const setList = useCallback((next: List) => {
    setShown(next)
    updateUser({ requests_count: next.balance })
  }, [])
  useEffect(() => {
    fetchList(id).then(setList, cause => setError(errorText(cause)))
  }, [id, setList])
  const isRunning = list?.state === 'running'
  useEffect(() => (isRunning ? followList(id, setList) : undefined), [id, isRunning, setList])
  useSeen(list)
  if (error) return <Banner tone="red">{error}</Banner>
  if (!list) return null
  const begin = (most: number | null) => startList(id, most).then(setList, cause => tell(errorText(cause)))
  return (
    <div className="stack loose">
      <header className="stack tight">
        <a className="back" href={LISTS_HREF}>
          <Icon of={IconChevronLeft} />
          Списки
        </a>
        <div className="row apart">
          <h1>{list.title}</h1>
          {list.state !== 'draft' && <ListActs list={list} />}
        </div>
        {list.purpose && <p className="small soft">Цель: {purposeText(list)}</p>}
        <Steps at={stepOf(list)} />
      </header>
      {list.state === 'draft' ? (
        <Price list={list} isBusy={false} onStart={begin} />
      ) : (
        <Progress list={list} onChange={setList} onStart={begin} />
      )}
      <RowsTable list={list} onVerdict={() => void fetchList(id).then(setList, () => {})} />
    </div>
  )
}

/** Notes that the end of a list was looked at, once somebody looks at this page. */
function useSeen(list: List | null): void {
  const id = list?.is_new ? list.id : null
  useEffect(() => {
    if (id === null) return
    const see = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', see)
      // It stays told: the header says so until it is opened again.
      seeLists([id]).catch(() => {})
    }
    document.addEventListener('visibilitychange', see)
    see()
    return () => document.removeEventListener('visibilitychange', see)
  }, [id])
}

function stepOf({ state }: List): 1 | 2 | 3 {
  if (state === 'draft') return 1
  return state === 'running' || state === 'paused' ? 2 : 3
}
