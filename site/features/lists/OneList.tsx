import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { List, ListColumn, ListFile } from '#shared/contracts/lists/lists.ts'
import { purposeText } from '#shared/texts/purpose.ts'
import { markListsSeen } from '#site/lib/account/ended-lists.ts'
import { errorText } from '#site/lib/ask.ts'
import { LISTS_HREF } from '#site/lib/search-links.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronLeft } from '#site/ui/icons/acts.ts'
import { Price } from './draft/Price.tsx'
import { Understood } from './draft/Understood.tsx'
import { ListActs } from './ListActs.tsx'
import { type StartedRows, startDraft, startList } from './list-calls.ts'
import { Missing } from './Missing.tsx'
import { createOneList } from './one-list-store.ts'
import { Progress } from './Progress.tsx'
import { type ListPlace, recallPlace } from './place-memory.ts'
import { RowsTable } from './RowsTable.tsx'
import { $filter } from './rows-store.ts'
import { Steps } from './Steps.tsx'
import { recallNotes } from './unsent-notes.ts'

/** A list: what it costs as a draft, how it gets on, and what came of each row. */
export function OneList({ id }: { id: string }) {
  const [one] = useState(() => createOneList(id))
  const { list, file, lost, refusal } = useStore(one.$one)
  const [place] = useState(() => comeTo(id))
  useEffect(() => one.open(), [one])
  useEffect(recallNotes, [])
  useSeen(list)
  if (refusal)
    return (
      <NoList>
        <Banner tone="red">{refusal}</Banner>
      </NoList>
    )
  if (!list)
    return (
      lost && (
        <NoList>
          <Missing text={lost} again={one.refresh} />
        </NoList>
      )
    )
  const change = (call: () => Promise<List>) =>
    one.change(call).then(
      () => true,
      error => {
        tell(errorText(error))
        return false
      }
    )
  const start = (most: number | null, only?: StartedRows) => change(() => startList(id, most, only))
  return (
    <div className="stack loose">
      <header className="stack tight">
        <ToLists />
        <div className="row apart">
          <h1>{list.title}</h1>
          <ListActs list={list} />
        </div>
        {list.purpose && <p className="small soft">Цель: {purposeText(list)}</p>}
        <Steps at={stepOf(list)} />
      </header>
      {lost && <Missing text={lost} again={one.refresh} />}
      {list.state === 'draft' ? (
        <Draft
          list={list}
          file={file}
          onChange={change}
          onStart={most => change(() => startDraft(list, one.$one.get().list, most))}
        />
      ) : (
        <>
          <Progress list={list} onChange={change} onStart={start} />
          <RowsTable list={list} place={place} onVerdict={one.refresh} />
        </>
      )}
    </div>
  )
}

const ToLists = () => (
  <a className="back no-print" href={LISTS_HREF}>
    <Icon of={IconChevronLeft} />
    Списки
  </a>
)

/** In place of a list that never was, is not theirs, was deleted while they looked at it, or did not come. */
const NoList = ({ children }: { children: ReactNode }) => (
  <div className="stack">
    <ToLists />
    <h1>Список</h1>
    {children}
  </div>
)

/** Where somebody comes back to; the browser would scroll rows that are not there yet. */
function comeTo(id: string): ListPlace | null {
  const place = recallPlace(id)
  if (place) {
    $filter.set(place.filter)
    history.scrollRestoration = 'manual'
  }
  return place
}

interface DraftProps {
  list: List
  file: ListFile | null
  onChange(call: () => Promise<List>): Promise<boolean>
  onStart(most: number | null): Promise<unknown>
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
        Черновик: поиск не начат. Начните его или удалите список. Если нужны другие строки или столбцы,{' '}
        <a href={LISTS_HREF}>вставьте строки заново</a>.
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
      markListsSeen([id]).catch(() => {})
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
