import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { $loading, loadMore } from './more-store.ts'

interface LoadMoreProps {
  /** Key of the source; '' for all. */
  source: string
  /** How much is shown: «показано 100 из 445 записей». */
  shown: string
  title: string
}

/** Brings the next records of the same search, for nothing. */
export function LoadMore({ source, shown, title }: LoadMoreProps) {
  const loading = useStore($loading)
  return (
    <p className="note row">
      <Button size="s" busy={loading !== null} onClick={() => loadMore(source)}>
        {title}
      </Button>
      <span className="small muted">{shown}, бесплатно</span>
    </p>
  )
}
