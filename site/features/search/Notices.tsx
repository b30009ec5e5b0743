import { useStore } from '@nanostores/react'
import { Banner } from '#site/ui/Banner.tsx'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { $search, perform, retry, type Search } from './search-store.ts'

/** What stands in place of results: a question before a search, or its failure. */
export function Notices() {
  const search = useStore($search)
  switch (search.step) {
    case 'asking':
      return <Question asked={search} />
    case 'failed':
      return <Failure failed={search} />
    default:
      return null
  }
}

const Question = ({ asked: { query, choice } }: { asked: Extract<Search, { step: 'asking' }> }) => (
  <Banner
    action={
      <Button size="s" kind="primary" onClick={() => perform({ query, choice })}>
        Выполнить поиск
      </Button>
    }
  >
    Выполнить поиск «{query}»? Будет списан один запрос.
  </Banner>
)

function Failure({ failed: { text, reason } }: { failed: Extract<Search, { step: 'failed' }> }) {
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
