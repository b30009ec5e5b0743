import { SEARCH_PRICE } from '#shared/texts/price.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { retry } from '#site/features/search/search-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { IconPlugConnectedX } from '#site/ui/icons/states.ts'
import { failedText } from './failed-text.ts'

/** What must be known before the results are read: sources that did not answer. A whole answer costs what it always does. */
export const Caveats = ({ results: { failed } }: { results: Results }) => (
  <Banner
    tone="ochre"
    icon={IconPlugConnectedX}
    isStill
    action={
      <Button size="s" onClick={retry}>
        Повторить, {SEARCH_PRICE}
      </Button>
    }
  >
    {failedText(failed.map(({ title }) => title))}
  </Banner>
)
