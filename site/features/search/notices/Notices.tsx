import { useStore } from '@nanostores/react'
import { $search } from '#site/features/search/search-store.ts'
import { NoCredits } from '#site/layouts/NoCredits.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'

const Failed = laterPart(async () => (await import('./Failed.tsx')).Failed)
const ConfirmSearch = laterPart(async () => (await import('./ConfirmSearch.tsx')).ConfirmSearch)

/** What stands in place of results: a confirmation before a search, or its failure. */
export function Notices() {
  const search = useStore($search)
  switch (search.step) {
    case 'confirming':
      return <Later part={ConfirmSearch} props={{ request: search }} />
    case 'failed':
      return <Later part={Failed} props={{ search }} />
    default:
      return <NoCredits />
  }
}
