import { useStore } from '@nanostores/react'
import { TOP_UP_HREF } from '#shared/labels/nav.ts'
import { NoCredits } from '#site/layouts/NoCredits.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { $line } from './ask/readings-store.ts'
import { failureView } from './failure-view.ts'
import { $search, performSearch, retry, type SearchIn, type SearchRequest } from './search-store.ts'

/** What stands in place of results: a confirmation before a search, or its failure. */
export function Notices() {
  const search = useStore($search)
  switch (search.step) {
    case 'confirming':
      return <ConfirmSearch request={search} />
    case 'failed':
      return <Failure search={search} />
    default:
      return <NoCredits />
  }
}

const ConfirmSearch = ({ request: { query, choice } }: { request: SearchRequest }) => (
  <Banner
    action={
      <Button size="s" kind="primary" onClick={() => performSearch({ query, choice })}>
        Выполнить поиск
      </Button>
    }
  >
    Выполнить поиск «{query}»? Будет списан 1 запрос.
  </Banner>
)

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
