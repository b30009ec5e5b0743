import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { IconPlugConnectedX } from '#site/ui/icons/states.ts'
import type { Results } from './records/results-view.ts'
import { retry } from './search-store.ts'
import { failedText } from './texts.ts'

/** What must be known before the results are read: sources that did not answer. */
export const Caveats = ({ results: { failed } }: { results: Results }) =>
  failed.length > 0 && (
    <Banner
      tone="ochre"
      icon={IconPlugConnectedX}
      isStill
      action={
        <Button size="s" onClick={retry}>
          Повторить
        </Button>
      }
    >
      {failedText(failed.map(({ title }) => title))}
    </Banner>
  )
