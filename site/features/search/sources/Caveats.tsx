import { useStore } from '@nanostores/react'
import type { Results } from '#site/features/search/records/results-view.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { IconPlugConnectedX } from '#site/ui/icons/states.ts'
import { $isAsking, askAgain } from './ask-again.ts'
import { failedText } from './failed-text.ts'

/** What must be known before the results are read: sources that did not answer, which are asked again for nothing. */
export function Caveats({ results: { failed } }: { results: Results }) {
  const isAsking = useStore($isAsking)
  return (
    <Banner
      tone="ochre"
      icon={IconPlugConnectedX}
      isStill
      action={
        <Button size="s" busy={isAsking} onClick={askAgain}>
          Повторить бесплатно
        </Button>
      }
    >
      {failedText(failed.map(({ title }) => title))}
    </Banner>
  )
}
