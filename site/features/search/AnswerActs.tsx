import { useEffect } from 'react'
import { errorText } from '#site/lib/ask.ts'
import { copyText } from '#site/lib/copy.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Menu } from '#site/ui/Menu.tsx'
import type { ExportFormat } from './records/export.ts'
import type { Answered } from './search-store.ts'

const MENU_ID = 'acts'

/** What can be done with the answer as a whole. */
export function AnswerActs({ answered }: { answered: Answered }) {
  useEffect(() => {
    // A tablet that is turned shows the row in place of the menu: it takes the focus too.
    const wide = matchMedia('(width >= 64rem)')
    const onTurn = () => {
      const menu = document.getElementById(MENU_ID)
      const isHere = menu?.parentElement?.contains(document.activeElement)
      menu?.hidePopover()
      if (isHere) menu?.parentElement?.querySelector('button')?.focus()
    }
    wide.addEventListener('change', onTurn)
    return () => wide.removeEventListener('change', onTurn)
  }, [])
  const acts: { title: string; run: () => unknown; isFirst?: boolean }[] = [
    ...(answered.answer.results_count > 0
      ? [
          { title: 'Отчёт', run: () => save('print'), isFirst: true },
          { title: 'CSV', run: () => save('records') },
          { title: 'CSV людей', run: () => save('people') },
          { title: 'XLSX', run: () => save('xlsx') },
          { title: 'JSON', run: () => save('json') },
          { title: 'FollowTheMoney', run: () => save('ftm') }
        ]
      : []),
    { title: 'Ссылка', run: () => copyText(location.href, 'Ссылка скопирована. Она откроется только у вас') }
  ]
  return (
    <div className="acts">
      {acts.map(({ title, run, isFirst }) => (
        <Button className="in-row" {...(!isFirst && { kind: 'quiet' })} size="s" key={title} onClick={run}>
          {title}
        </Button>
      ))}
      <Button className="in-menu" size="s" popoverTarget={MENU_ID}>
        Ещё
      </Button>
      <Menu id={MENU_ID}>
        {acts.map(({ title, run }) => (
          <button type="button" key={title} popoverTarget={MENU_ID} popoverTargetAction="hide" onClick={run}>
            {title}
          </button>
        ))}
      </Menu>
    </div>
  )
}

async function save(format: ExportFormat | 'print'): Promise<void> {
  try {
    const { exportAnswer } = await loadCode(() => import('./records/export.ts'))
    await exportAnswer(format)
  } catch (error) {
    tell(errorText(error))
  }
}
