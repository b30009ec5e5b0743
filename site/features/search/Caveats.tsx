import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { IconAlertTriangle, IconPlugConnectedX } from '#site/ui/icons/states.ts'
import type { Results } from './records/results-view.ts'
import { retry } from './search-store.ts'
import { CASUALTY_WARNING, failedText } from './texts.ts'

/** What must be known before the results are read: silent sources, and lists of losses among the answering ones. */
export function Caveats({ results }: { results: Results }) {
  const losses = results.sources.filter(({ kind }) => kind === 'casualty_list')
  return (
    <>
      {results.failed.length > 0 && (
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
          {failedText(results.failed.map(({ title }) => title))}
        </Banner>
      )}
      {losses.map(({ key, number, title }) => (
        <Banner key={key} tone="ochre" icon={IconAlertTriangle} isStill>
          Источник {number} «{title}». {CASUALTY_WARNING}
        </Banner>
      ))}
    </>
  )
}
