import { Warnings } from '#site/ui/Warnings.tsx'
import { useStrandedDrafts } from './use-verdict.ts'

interface StrandedDraftsProps {
  searchId: string
  /** Who is on the page; nobody where there is no answer. */
  isThere: (id: string) => boolean
}

/** Keeps on the page what was typed of somebody who is gone from it. */
export const StrandedDrafts = ({ searchId, isThere }: StrandedDraftsProps) => (
  <Warnings of={useStrandedDrafts(searchId, isThere)} />
)
