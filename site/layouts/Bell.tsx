import { type ReactNode, useState } from 'react'
import { errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconBell } from '#site/ui/icons/places.ts'
import { Menu } from '#site/ui/Menu.tsx'

const PANEL_ID = 'bell'

/** How many lists have ended since they were looked at; which, is asked when it is pressed. */
export function Bell({ count }: { count: number }) {
  const [panel, setPanel] = useState<ReactNode>()
  const open = () =>
    loadCode(() => import('./EndedLists.tsx')).then(
      ({ EndedLists }) =>
        setPanel(
          <EndedLists
            key={performance.now()}
            onSeen={() => document.getElementById(PANEL_ID)?.hidePopover()}
          />
        ),
      error => tell(errorText(error))
    )
  return (
    <>
      <Button
        className="bell"
        kind="quiet"
        size="s"
        shape="icon"
        label={count > 0 ? `Уведомления, новых: ${count}` : 'Уведомления'}
        popoverTarget={PANEL_ID}
        onClick={open}
      >
        <Icon of={IconBell} />
        <Count of={count} />
      </Button>
      <Menu id={PANEL_ID}>{panel}</Menu>
    </>
  )
}

/** None where there is nothing new. */
export const Count = ({ of }: { of: number }) =>
  of > 0 && (
    <b className="count">
      <span className="sr">новых: </span>
      {of}
    </b>
  )
