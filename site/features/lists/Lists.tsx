import { useEffect, useState } from 'react'
import { Shell } from '#site/layouts/Shell.tsx'
import { LISTS_HREF } from '#site/lib/search-links.ts'
import { Confirm } from '#site/ui/dialog/Confirm.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { NewList } from './draft/NewList.tsx'

const OneList = laterPart(async () => (await import('./OneList.tsx')).OneList)

export const Lists = () => (
  <Shell page="history" keptPage="lists">
    <Page />
    <Confirm />
  </Shell>
)

/** One page for all of them: which list it is about stands in the address. */
function Page() {
  const [id, setId] = useState<string | null>(null)
  useEffect(() => setId(location.pathname.slice(LISTS_HREF.length).replaceAll('/', '')), [])
  if (id === null) return null
  return id === '' ? <NewList /> : <Later part={OneList} props={{ id }} />
}
