import { useStore } from '@nanostores/react'
import { TOP_UP_HREF } from '#shared/labels/nav.ts'
import { NoCredits } from '#site/layouts/NoCredits.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { $line } from './ask/readings-store.ts'
import { failureView } from './failure-view.ts'
import { $search, retry, type SearchIn } from './search-store.ts'

const ConfirmSearch = laterPart(async () => (await import('./ConfirmSearch.tsx')).ConfirmSearch)

/** What stands in place of results: a confirmation before a search, or its failure. */
export function Notices() {
  const search = useStore($search)
  switch (search.step) {
    case 'confirming':
      return <Later part={ConfirmSearch} props={{ request: search }} />
    case 'failed':
      return <Failure search={search} />
    default:
      return <NoCredits />
  }
}

function Failure({ search }: { search: SearchIn<'failed'> }) {
  const view = failureView(search, useStore($line))
  return (
    view && (
      <Banner tone="red" action={view.action && ACTIONS[view.action]}>
        {view.text}
      </Banner>
    )
  )
}

const ACTIONS = {
  retry: (
    <Button size="s" onClick={retry}>
      Повторить
    </Button>
  ),
  'top-up': (
    <LinkButton size="s" href={TOP_UP_HREF}>
      Пополнить баланс
    </LinkButton>
  )
}
