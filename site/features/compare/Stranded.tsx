import { useStrandedDrafts } from '#site/features/search/people/use-verdict.ts'
import { Warnings } from '#site/ui/Warnings.tsx'

/** Keeps on the page what was typed of the two. */
export const Stranded = ({ searchId }: { searchId: string }) => (
  <Warnings of={useStrandedDrafts(searchId, () => false)} />
)
