import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { Shell } from '#site/layouts/Shell.tsx'
import { $session } from '#site/lib/session-store.ts'
import { AdministrationCard } from './AdministrationCard.tsx'
import { Balance } from './Balance.tsx'
import { examples, news, recent } from './dashboard-store.ts'
import { EndedCard } from './EndedCard.tsx'
import { NewsList } from './NewsList.tsx'
import { Recent } from './Recent.tsx'
import { SearchCard } from './SearchCard.tsx'

export const Dashboard = () => (
  <Shell page="dashboard">
    <Home />
  </Shell>
)

function Home() {
  const session = useStore($session)
  useEffect(() => {
    for (const part of [news, recent, examples]) part.load()
  }, [])
  if (session.step !== 'in') return null
  const { user } = session
  return (
    <div className="stack far">
      <h1>Здравствуйте, {user.username}</h1>
      <SearchCard />
      <div className="split">
        <NewsList />
        <div className="stack">
          <Balance user={user} />
          {user.lists && user.lists.ended > 0 && <EndedCard count={user.lists.ended} />}
          <Recent />
          {user.role === ROLE_ADMIN && <AdministrationCard />}
        </div>
      </div>
    </div>
  )
}
