import { HISTORY_DAYS } from '#shared/constants.ts'
import type { List } from '#shared/contracts/lists/lists.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { formatRecent } from '#site/lib/format-time.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { listHref } from '#site/lib/search-links.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { type Column, Table } from '#site/ui/Table.tsx'
import { deleteAfterAsking } from './list-store.ts'
import { resultOf, stateOf } from './words.ts'

const COLUMNS: Column[] = [
  { title: 'Список' },
  { title: 'Строк', num: true },
  { title: 'Состояние' },
  { title: 'Итог' },
  { title: 'Создан' },
  { title: 'Действия', silent: true }
]

export const EarlierLists = ({ all }: { all: readonly List[] }) => (
  <section className="card flush" aria-labelledby="earlier">
    <header className="row apart">
      <h2 id="earlier">Прежние списки</h2>
      <span className="small muted">хранятся {HISTORY_DAYS} дней</span>
    </header>
    <Table folds columns={COLUMNS} labelledBy="earlier">
      {all.map(list => (
        <ListLine key={list.id} list={list} />
      ))}
    </Table>
  </section>
)

function ListLine({ list }: { list: List }) {
  const { text, tone } = stateOf(list)
  return (
    <tr>
      <th scope="row">
        <a href={listHref(list.id)}>{list.title}</a> {list.is_api && <Badge>API</Badge>}
        {list.is_new && <Badge tone="petrol">новое</Badge>}
      </th>
      <td className="num" data-l="Строк">
        {formatCount(list.rows)}
      </td>
      <td data-l="Состояние">
        <Badge tone={tone}>{text}</Badge>
      </td>
      <td data-l="Итог" className="soft">
        {resultOf(list)}
      </td>
      <td data-l="Создан" className="nowrap">
        {formatRecent(moscowTime(new Date(list.created_at)), new Date())}
      </td>
      <td className="acts">
        <Button
          kind="quiet"
          size="s"
          shape="icon"
          label={`Удалить: ${list.title}`}
          onClick={() => deleteAfterAsking(list)}
        >
          <Icon of={IconTrash} />
        </Button>
      </td>
    </tr>
  )
}
