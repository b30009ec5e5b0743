import { usePart } from '#site/lib/use-part.ts'
import { Button } from '#site/ui/Button.tsx'
import { $wanted, loadMore } from './more-store.ts'

interface LoadMoreProps {
  /** Key of the source; '' for all. */
  source: string
  title: string
}

/** Brings the next records of the same search, for nothing. */
export function LoadMore({ source, title }: LoadMoreProps) {
  // Busy from the press on, also while it waits for others.
  const isBusy = usePart($wanted, wanted => wanted.some(one => one.source === source))
  return (
    <Button size="s" busy={isBusy} onClick={() => loadMore(source)}>
      {title}
    </Button>
  )
}
