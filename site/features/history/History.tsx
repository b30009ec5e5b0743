import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { HISTORY_DAYS, HISTORY_SHOWN } from '#shared/constants.ts'
import { HISTORY_TEXTS } from '#shared/texts/history.ts'
import { Shell } from '#site/layouts/Shell.tsx'
import { AskError } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { Confirm } from '#site/ui/dialog/Confirm.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Affix } from '#site/ui/form/Affix.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconFilter, IconTrash } from '#site/ui/icons/acts.ts'
import { IconHistory } from '#site/ui/icons/places.ts'
import { SaveWorkbook } from '#site/ui/SaveWorkbook.tsx'
import { HistoryTable, WaitingTable } from './HistoryTable.tsx'
import { $filter, $filtered, deleteAllSearches, history } from './history-store.ts'

export const History = () => (
  <Shell page="history" keptPage="history">
    <Searches />
    <Confirm />
  </Shell>
)

function Searches() {
  const load = useStore(history.$load)
  const count = load.step === 'ready' ? load.data.length : 0
  useEffect(() => {
    history.load()
  }, [])
  const heading = useRef<HTMLHeadingElement>(null)
  async function clear() {
    // With nothing left to delete the button is off and cannot hold the focus.
    if (await deleteAllSearches(count)) heading.current?.focus()
  }
  return (
    <div className="stack loose">
      <div className="row apart">
        <div className="grow">
          <h1 ref={heading} tabIndex={-1}>
            История
          </h1>
          <p className="small muted">
            Последние поиски, не больше {HISTORY_SHOWN}. Хранятся {HISTORY_DAYS} дней, результаты на сервере
            не сохраняются. Время московское.
          </p>
        </div>
        {count > 0 && <SaveWorkbook file="istoriya" sheets={savedSheets} />}
        <Button kind="danger" size="s" disabled={count === 0} onClick={clear}>
          <Icon of={IconTrash} />
          Очистить историю
        </Button>
      </div>
      {load.step === 'failed' ? (
        <Failure text={whyNot(load)} onRetry={history.load} />
      ) : (
        <section className="card flush" aria-label="Поиски">
          <Filter />
          {load.step === 'loading' ? <WaitingTable /> : <Filtered count={count} />}
        </section>
      )}
    </div>
  )
}

/** What the filter shows. */
const savedSheets = async () => {
  const { historySheet } = await loadCode(() => import('./history-sheet.ts'))
  return [historySheet($filtered.get())]
}

const whyNot = ({ text, error }: { text: string; error: unknown }) =>
  error instanceof AskError && error.status === 401 ? (
    HISTORY_TEXTS.notSignedIn
  ) : (
    <>
      <p>{HISTORY_TEXTS.failed}</p>
      <p className="small">{text}</p>
    </>
  )

const Filter = () => (
  <header className="row">
    <div className="grow">
      <label className="sr" htmlFor="filter">
        Фильтр по запросу
      </label>
      <Affix
        icon={IconFilter}
        id="filter"
        type="search"
        placeholder="Фильтр по запросу"
        value={useStore($filter)}
        onChange={event => $filter.set(event.target.value)}
      />
    </div>
  </header>
)

function Filtered({ count }: { count: number }) {
  const items = useStore($filtered)
  if (items.length > 0) return <HistoryTable items={items} />
  return count === 0 ? (
    <Empty icon={IconHistory} title="Поисков пока нет" as="h2">
      <p>Здесь появятся ваши последние поиски.</p>
      <LinkButton href="/search" size="s">
        Поиск людей
      </LinkButton>
    </Empty>
  ) : (
    <Empty icon={IconFilter} title="Ничего не подходит под фильтр" as="h2">
      <Button size="s" onClick={() => $filter.set('')}>
        Сбросить фильтр
      </Button>
    </Empty>
  )
}
