import type { LIST_EXPORTS, List } from '#shared/contracts/lists/lists.ts'
import { LISTS_HREF } from '#site/lib/search-links.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { Menu } from '#site/ui/Menu.tsx'
import { deleteAfterAsking } from './EarlierLists.tsx'
import { exportHref } from './list-calls.ts'

const EXPORTS: readonly { format: (typeof LIST_EXPORTS)[number]; title: string; note: string }[] = [
  { format: 'xlsx', title: 'XLSX', note: 'таблица с заголовками, даты как даты' },
  { format: 'csv', title: 'CSV', note: 'UTF-8, точка с запятой; ячейки не станут формулами' },
  { format: 'json', title: 'JSON', note: 'с номерами записей и поисков' },
  { format: 'ftm', title: 'FollowTheMoney', note: 'лучшие люди строк, для Aleph и Linkurious' }
]

export const ListActs = ({ list }: { list: List }) => (
  <div className="acts row no-print">
    <Button size="s" popoverTarget="list-export">
      Выгрузить
    </Button>
    <Menu id="list-export">
      {EXPORTS.map(({ format, title, note }) => (
        <a key={format} href={exportHref(list.id, format)} download>
          <span>
            {title}
            <small>{note}</small>
          </span>
        </a>
      ))}
    </Menu>
    <Button
      kind="quiet"
      size="s"
      shape="icon"
      label="Удалить список"
      onClick={async () => {
        if (await deleteAfterAsking(list)) location.assign(LISTS_HREF)
      }}
    >
      <Icon of={IconTrash} />
    </Button>
  </div>
)
