import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { $loading, loadMore } from './more-store.ts'

interface LoadMoreProps {
  /** Key of the source; '' for all. */
  source: string
  title: string
}

/** Brings the next records of the same search, for nothing. */
export function LoadMore({ source, title }: LoadMoreProps) {
  const loading = useStore($loading)
  return (
    <Button size="s" busy={loading !== null} onClick={() => loadMore(source)}>
      {title}
    </Button>
  )
}
