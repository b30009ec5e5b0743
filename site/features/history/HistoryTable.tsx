import { useId, useState } from 'react'
import type { HistoryItem } from '#shared/contracts/history.ts'
import { purposeText } from '#shared/texts/purpose.ts'
import { formatRecent } from '#site/lib/format-time.ts'
import { counted, type Forms, formatCount, RECORDS, ROWS, SEARCHES } from '#site/lib/numbers.ts'
import { listHref, searchHref } from '#site/lib/search-links.ts'
import { leaveLine } from '#site/lib/unsent-line.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronRight, IconRefresh, IconTrash } from '#site/ui/icons/acts.ts'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { deleteSearch } from './history-store.ts'
import { stateOf } from './history-words.ts'
import { Verdicts } from './Verdicts.tsx'

const COLUMNS: readonly Column[] = [
  { title: 'Запрос' },
  { title: 'Записей', num: true, hide: 'mid' },
  { title: 'Статус' },
  { title: 'Время', hide: 'mid' },
  { title: 'Действия', silent: true }
]

export const HistoryTable = ({ items }: { items: readonly HistoryItem[] }) => (
  <SkipList count={items.length} label={`Пропустить ${counted(items.length, SEARCHES)}`}>
    <Table columns={COLUMNS}>
      {items.map(item => (
        <HistoryRow key={item.id} item={item} />
      ))}
    </Table>
  </SkipList>
)

/** Deletes a search; the focus of its row goes to the next one, else to the one before. */
function removeRow(item: HistoryItem, button: HTMLButtonElement): void {
  const row = button.closest('tr')
  deleteSearch(item, () => {
    // Verdicts that stand open have a row of their own, which goes with theirs.
    const searches = [...(row?.parentElement?.querySelectorAll('tr:has(> th)') ?? [])]
    const place = searches.findIndex(each => each.contains(button))
    const next = searches[place + 1] ?? searches[place - 1]
    if (row?.contains(document.activeElement)) next?.querySelector<HTMLElement>('.acts button')?.focus()
  })
}

function HistoryRow({ item }: { item: HistoryItem }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const time = formatRecent(item.created_at_str, new Date())
  const hasResults = item.results_count > 0
  const row = (
    <tr>
      <th scope="row">
        <SearchLink item={item} /> {item.is_api && <Badge>API</Badge>}{' '}
        {item.list && <Badge tone="petrol">Список</Badge>}{' '}
        {item.list && item.verdicts !== null && item.verdicts > 0 && (
          <Badge tone="moss">{counted(item.verdicts, VERDICTS)}</Badge>
        )}
        {item.search_id !== null && item.verdicts !== null && item.verdicts > 0 && (
          <button
            type="button"
            className="link"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <Badge tone="moss">{counted(item.verdicts, VERDICTS)}</Badge>
            <Icon of={IconChevronRight} turn />
          </button>
        )}
        {item.purpose && (
          <small>
            <br />
            {purposeText(item)}
          </small>
        )}
        <small className="slim">
          {counted(item.results_count, item.list ? ROWS : RECORDS)}, {time}
        </small>
      </th>
      <td className="num mid">
        {item.list ? counted(item.results_count, ROWS) : formatCount(item.results_count)}
      </td>
      <td>
        <Badge tone={hasResults ? 'moss' : undefined}>{stateOf(item)}</Badge>
      </td>
      <td className="mid nowrap soft">
        <time dateTime={item.created_at} title={item.created_at_str}>
          {time}
        </time>
      </td>
      <td className="acts">
        {!item.list && (
          <LinkButton
            kind="quiet"
            size="s"
            shape="icon"
            className="low"
            label={`Подставить в строку поиска: ${item.query}`}
            href="/search"
            onClick={() => leaveLine(item.query)}
          >
            <Icon of={IconRefresh} />
          </LinkButton>
        )}
        <Button
          kind="quiet"
          size="s"
          shape="icon"
          label={`Удалить из истории: ${item.query}`}
          onClick={event => removeRow(item, event.currentTarget)}
        >
          <Icon of={IconTrash} />
        </Button>
      </td>
    </tr>
  )
  if (!isOpen || item.search_id === null) return row
  const { search_id: searchId, verdicts } = item
  return (
    <>
      {row}
      <tr id={id}>
        <td colSpan={COLUMNS.length}>
          <Verdicts searchId={searchId} count={verdicts ?? 0} />
        </td>
      </tr>
    </>
  )
}

const VERDICTS: Forms = ['вывод', 'вывода', 'выводов']

/** Opens the answer as long as that costs nothing, afterwards fills the line; neither spends a credit. */
function SearchLink({ item: { search_id, live_until, query, list } }: { item: HistoryItem }) {
  if (list) return <a href={listHref(list.id)}>{query}</a>
  const isLive = search_id !== null && Date.parse(live_until) > Date.now()
  return isLive ? (
    <a href={searchHref(search_id)} title="Открыть ответ, без списания">
      {query}
    </a>
  ) : (
    <a href="/search" onClick={() => leaveLine(query)}>
      {query}
    </a>
  )
}

const WAITING = [30, 18, 24, 20, 28, 16]

export const WaitingTable = () => (
  <Table columns={COLUMNS} busy>
    {WAITING.map(chars => (
      <tr key={chars}>
        <td>
          <Skeleton chars={chars} />
          <small className="slim">
            <Skeleton chars={24} />
          </small>
        </td>
        <td className="num mid">
          <Skeleton chars={2} />
        </td>
        <td>
          <Skeleton chars={10} />
        </td>
        <td className="mid">
          <Skeleton chars={16} />
        </td>
        <td className="acts" />
      </tr>
    ))}
  </Table>
)
