import { useStore } from '@nanostores/react'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconX } from '#site/ui/icons/acts.ts'
import { $notice, dropNotice } from './notice-store.ts'

/** What the last act came to. It stays in view while the page is scrolled, and goes by itself. */
export function NoticeBanner() {
  const notice = useStore($notice)
  return (
    notice && (
      <div className="notice">
        <Banner
          tone={notice.tone}
          action={
            <Button kind="quiet" size="s" shape="icon" label="Закрыть сообщение" onClick={dropNotice}>
              <Icon of={IconX} />
            </Button>
          }
        >
          {notice.text}
        </Banner>
      </div>
    )
  )
}
