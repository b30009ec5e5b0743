import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { HISTORY_DAYS } from '#shared/constants.ts'
import type { List } from '#shared/contracts/lists/lists.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { errorText } from '#site/lib/ask.ts'
import { formatRecent } from '#site/lib/format-time.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { listHref } from '#site/lib/search-links.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { type Column, Table } from '#site/ui/Table.tsx'
import { deleteList, fetchLists } from './list-calls.ts'
import { resultOf, stateOf } from './words.ts'

export const lists = createLoad(fetchLists)

const COLUMNS: Column[] = [
  { title: 'Список' },
  { title: 'Строк', num: true },
  { title: 'Состояние' },
  { title: 'Итог' },
  { title: 'Создан' },
  { title: 'Действия', silent: true }
]

/** Asks, deletes, and takes the list out of sight once the server has agreed. */
export async function deleteAfterAsking(list: List): Promise<boolean> {
  try {
    const agreed = await confirm({
      title: `Удалить список «${list.title}»?`,
      text: 'Строки, ваши выводы и поиски по ним исчезнут. Списанное не возвращается. Это действие нельзя отменить.',
      action: 'Удалить список'
    })
    if (!agreed) return false
    await deleteList(list.id)
    lists.change(all => all.filter(({ id }) => id !== list.id))
    return true
  } catch (error) {
    tell(errorText(error))
    return false
  }
}

export function EarlierLists() {
  const load = useStore(lists.$load)
  useEffect(() => void lists.load(), [])
  if (load.step === 'loading') return null
  if (load.step === 'failed')
    return (
      <Banner
        tone="red"
        action={
          <Button size="s" onClick={lists.load}>
            Повторить
          </Button>
        }
      >
        {load.text}
      </Banner>
    )
  if (load.data.length === 0) return null
  return (
    <section className="card flush" aria-labelledby="earlier">
      <header className="row apart">
        <h2 id="earlier">Прежние списки</h2>
        <span className="small muted">хранятся {HISTORY_DAYS} дней</span>
      </header>
      <Table folds columns={COLUMNS} labelledBy="earlier">
        {load.data.map(list => (
          <ListLine key={list.id} list={list} />
        ))}
      </Table>
    </section>
  )
}

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
