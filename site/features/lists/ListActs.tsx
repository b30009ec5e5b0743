import type { List } from '#shared/contracts/lists/lists.ts'
import { LISTS_HREF } from '#site/lib/search-links.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { Menu } from '#site/ui/Menu.tsx'
import { deleteAfterAsking } from './EarlierLists.tsx'
import { exportHref } from './list-calls.ts'

const EVERYTHING = { outcomes: [], verdict: null } as const

export const ListActs = ({ list }: { list: List }) => (
  <div className="acts row no-print">
    <Button size="s" popoverTarget="list-export">
      Выгрузить
    </Button>
    <Menu id="list-export">
      <a href={exportHref(list.id, 'csv', EVERYTHING)} download>
        CSV
      </a>
      <a href={exportHref(list.id, 'json', EVERYTHING)} download>
        JSON
      </a>
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
