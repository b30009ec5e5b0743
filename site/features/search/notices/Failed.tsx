import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { TOP_UP_HREF } from '#shared/labels/nav.ts'
import { READING_REMARKS } from '#shared/labels/reading-remarks.ts'
import { $line, $parsedLine } from '#site/features/search/ask/readings-store.ts'
import { retry, type SearchIn } from '#site/features/search/search-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { failureView } from './failure-view.ts'

/** Why a search has failed, and what may be done. It comes with what follows the first search, before one can fail. */
export function Failed({ search }: { search: SearchIn<'failed'> }) {
  const view = failureView(search, useStore($line))
  const [best] = useStore($parsedLine).readings
  // Of a list the line says so already, with what can be done: there the focus goes.
  const isToldAbove = best?.note === READING_REMARKS.list && search.code === 'LIST_OF_PEOPLE'
  useEffect(() => {
    if (isToldAbove) document.querySelector<HTMLElement>('[aria-label="Как понят запрос"] button')?.focus()
  }, [isToldAbove])
  if (view && isToldAbove)
    return (
      <p className="sr" role="alert">
        {view.text}
      </p>
    )
  return (
    view && (
      <Banner tone="red" action={view.action && actionOf(view.action, search.again)}>
        {view.text}
      </Banner>
    )
  )
}

const actionOf = (action: 'retry' | 'top-up', again = retry) =>
  action === 'retry' ? (
    <Button size="s" onClick={again}>
      Повторить
    </Button>
  ) : (
    <LinkButton size="s" href={TOP_UP_HREF}>
      Пополнить баланс
    </LinkButton>
  )
