import { useStore } from '@nanostores/react'
import { Banner } from '#site/ui/Banner.tsx'
import { Button, LinkButton } from '#site/ui/Button.tsx'
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
      return null
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
    Выполнить поиск «{query}»? Будет списан один запрос.
  </Banner>
)

function Failure({ search: { text, reason } }: { search: SearchIn<'failed'> }) {
  const action =
    reason === 'credits' ? (
      <LinkButton size="s" href="/payment">
        Пополнить баланс
      </LinkButton>
    ) : (
      <Button size="s" onClick={retry}>
        Повторить
      </Button>
    )
  return (
    <Banner tone="red" action={action}>
      {text}
      {reason === 'network' && '. Нет связи с сервером.'}
    </Banner>
  )
}
