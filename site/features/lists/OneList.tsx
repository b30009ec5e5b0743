import { useCallback, useEffect, useState } from 'react'
import type { List, ListColumn, ListFile } from '#shared/contracts/lists/lists.ts'
import { purposeText } from '#shared/texts/purpose.ts'
import { seeLists } from '#site/lib/account/ended-lists.ts'
import { AskError, errorText } from '#site/lib/ask.ts'
import { LISTS_HREF } from '#site/lib/search-links.ts'
import { updateUser } from '#site/lib/session-store.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronLeft } from '#site/ui/icons/acts.ts'
import { followList } from './follow-list.ts'
import { ListActs } from './ListActs.tsx'
import { fetchList, fetchOne, type StartedRows, startList } from './list-calls.ts'
import { Missing } from './Missing.tsx'
import { Price } from './Price.tsx'
import { Progress } from './Progress.tsx'
import { type ListPlace, recallPlace } from './place-memory.ts'
import { RowsTable } from './RowsTable.tsx'
import { $filter } from './rows-store.ts'
import { Steps } from './Steps.tsx'
import { Understood } from './Understood.tsx'

/** A list: what it costs as a draft, how it gets on, and what came of each row. */
export function OneList({ id }: { id: string }) {
  const [list, setShown] = useState<List | null>(null)
  const [file, setFile] = useState<ListFile | null>(null)
  /** Why it is not known how the list is now. */
  const [lost, setLost] = useState('')
  const [refusal, setRefusal] = useState('')
  const [place] = useState(() => comeTo(id))
  const setList = useCallback((next: List) => {
    setShown(next)
    setLost('')
    updateUser({ requests_count: next.balance })
  }, [])
  const load = useCallback(() => {
    fetchOne(id).then(
      answer => {
        setFile(answer.file ?? null)
        setList(answer.list)
      },
      cause => (isRefusal(cause) ? setRefusal : setLost)(errorText(cause))
    )
  }, [id, setList])
  useEffect(load, [load])
  const isRunning = list?.state === 'running'
  useEffect(() => (isRunning ? followList(id, setList, setLost) : undefined), [id, isRunning, setList])
  useSeen(list)
  if (refusal) return <Banner tone="red">{refusal}</Banner>
  if (!list) return lost && <Missing text={lost} again={load} />
  const begin = (most: number | null, only?: StartedRows) =>
    startList(id, most, only).then(setList, cause => tell(errorText(cause)))
  return (
    <div className="stack loose">
      <header className="stack tight">
        <a className="back no-print" href={LISTS_HREF}>
          <Icon of={IconChevronLeft} />
          Списки
        </a>
        <div className="row apart">
          <h1>{list.title}</h1>
          <ListActs list={list} />
        </div>
        {list.purpose && <p className="small soft">Цель: {purposeText(list)}</p>}
        <Steps at={stepOf(list)} />
      </header>
      {lost && <Missing text={lost} again={load} />}
      {list.state === 'draft' ? (
        <Draft list={list} file={file} onChange={setList} onStart={begin} />
      ) : (
        <>
          <Progress list={list} onChange={setList} onStart={begin} />
          <RowsTable list={list} place={place} onVerdict={() => void fetchList(id).then(setList, () => {})} />
        </>
      )}
    </div>
  )
}

/** Where somebody comes back to; the browser would scroll rows that are not there yet. */
function comeTo(id: string): ListPlace | null {
  const place = recallPlace(id)
  if (place) {
    $filter.set(place.filter)
    history.scrollRestoration = 'manual'
  }
  return place
}

const isRefusal = (error: unknown) => error instanceof AskError && error.status >= 400 && error.status < 429

interface DraftProps {
  list: List
  file: ListFile | null
  onChange(list: List): void
  onStart(most: number | null): Promise<void>
}

/** A draft of before: its file is not here any more, so that other columns want it once more. */
function Draft({ list, file, onChange, onStart }: DraftProps) {
  const [isBusy, setBusy] = useState(false)
  async function begin(most: number | null) {
    setBusy(true)
    await onStart(most)
    setBusy(false)
  }
  return (
    <>
      <p className="soft">
        Черновик: поиск не начат. Начните его, удалите список или{' '}
        <a href={LISTS_HREF}>вставьте строки заново</a>: тогда можно изменить строки и столбцы.
      </p>
      {file && <p className="small soft">{fileText(file)}</p>}
      <Price list={list} isBusy={isBusy} onStart={begin} />
      <Understood list={list} onChange={onChange} />
    </>
  )
}

function fileText({ name, columns }: ListFile): string {
  const titlesOf = (use: ListColumn['use']) =>
    columns.flatMap(column => (column.use === use ? `«${column.label}»` : [])).join(', ')
  const label = titlesOf('label')
  return `Файл «${name}». Ищем по столбцам: ${titlesOf('line')}.${label && ` Метка: ${label}.`}`
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
