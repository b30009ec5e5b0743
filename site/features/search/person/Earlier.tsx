import { useStore } from '@nanostores/react'
import type { PersonKind } from '#shared/contracts/person.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { $earlier, forgetEarlier } from './earlier-store.ts'
import { earlierBadge, earlierText } from './earlier-view.ts'

interface EarlierProps {
  searchId: string
  personId: string
  kind?: PersonKind | undefined
}

const useEarlier = ({ searchId, personId }: EarlierProps) => {
  const now = useStore($earlier)
  return now.searchId === searchId ? now.list.find(({ person_id }) => person_id === personId) : undefined
}

/** What the user concluded about a person in an earlier search, with a way to take it back. */
export function Earlier({ kind = 'person', ...who }: EarlierProps) {
  const verdict = useEarlier(who)
  if (!verdict) return null
  return (
    <p className="small">
      {earlierText(verdict, kind)}{' '}
      <button type="button" className="link" onClick={() => forgetEarlier(verdict)}>
        Удалить прежний вывод
      </button>
    </p>
  )
}

export function EarlierBadge({ kind = 'person', ...who }: EarlierProps) {
  const verdict = useEarlier(who)
  if (!verdict) return null
  return (
    <span className="row tight">
      <Badge tone="moss">{earlierBadge(verdict, kind)}</Badge>
    </span>
  )
}
