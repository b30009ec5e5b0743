import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { List } from '#shared/contracts/lists/lists.ts'
import { errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { LISTS_HREF } from '#site/lib/search-links.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Choice } from '#site/ui/form/Choice.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Menu } from '#site/ui/Menu.tsx'
import { EVERY_ROW, type Format, fetchExport, isNarrowed } from './list-calls.ts'
import { deleteAfterAsking } from './list-store.ts'
import { $rows } from './rows-store.ts'

const ListPrint = laterPart(async () => (await import('./ListPrint.tsx')).ListPrint)

const EXPORTS: readonly { format: Format; title: string; note: string }[] = [
  { format: 'xlsx', title: 'XLSX', note: 'таблица с заголовками, даты как даты' },
  { format: 'csv', title: 'CSV', note: 'UTF-8, точка с запятой; ячейки не станут формулами' },
  { format: 'json', title: 'JSON', note: 'с номерами записей и поисков' },
  { format: 'ftm', title: 'FollowTheMoney', note: 'лучшие люди строк, для Aleph и Linkurious' }
]

const MENU_ID = 'list-export'
const ENDINGS: Record<Format, string> = { xlsx: 'xlsx', csv: 'csv', json: 'json', ftm: 'ftm.json' }

export const ListActs = ({ list }: { list: List }) => (
  <div className="acts row no-print">
    {list.state !== 'draft' && (
      <>
        <Later part={ListPrint} props={{ id: list.id }} />
        <Export list={list} />
      </>
    )}
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

/** All rows as a file, or those that the filter leaves: the button says which. */
function Export({ list: { id, rows } }: { list: List }) {
  const { filter, total } = useStore($rows)
  const [which, setWhich] = useState<'shown' | 'all'>('shown')
  const [isBusy, setBusy] = useState(false)
  const canNarrow = isNarrowed(filter) && total > 0
  const isShown = canNarrow && which === 'shown'
  async function save(format: Format) {
    document.getElementById(MENU_ID)?.hidePopover()
    setBusy(true)
    try {
      const file = await fetchExport(id, format, isShown ? filter : { ...EVERY_ROW, sort: filter.sort })
      const { saveFile } = await loadCode(() => import('#site/lib/export/save-file.ts'))
      saveFile(`list.${ENDINGS[format]}`, file.type, file)
    } catch (error) {
      tell(errorText(error))
    }
    setBusy(false)
  }
  return (
    <>
      <Button size="s" popoverTarget={MENU_ID} busy={isBusy}>
        {isShown ? `Выгрузить показанные: ${formatCount(total)}` : `Выгрузить все: ${formatCount(rows)}`}
      </Button>
      <Menu id={MENU_ID}>
        {canNarrow && (
          <Choice
            label="Какие строки выгрузить"
            options={[
              { value: 'shown', title: 'Показанные' },
              { value: 'all', title: 'Все' }
            ]}
            value={which}
            onChoose={setWhich}
          />
        )}
        {EXPORTS.map(({ format, title, note }) => (
          <button key={format} type="button" onClick={() => save(format)}>
            <span>
              {title}
              <small>{note}</small>
            </span>
          </button>
        ))}
      </Menu>
    </>
  )
}
