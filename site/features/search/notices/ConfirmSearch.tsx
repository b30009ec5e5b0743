import { readableText } from '#shared/texts/direction.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { searchInAddress } from '#site/features/search/ask/navigation-origin.ts'
import { StrandedDrafts } from '#site/features/search/people/StrandedDrafts.tsx'
import { performSearch, type SearchRequest } from '#site/features/search/search-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'

/** Asks before a search that nobody pressed a button for: it spends a credit. */
export const ConfirmSearch = ({ request: { query, choice } }: { request: SearchRequest }) => (
  <>
    <Banner
      action={
        <Button size="s" kind="primary" onClick={() => performSearch({ query, choice })}>
          Выполнить поиск
        </Button>
      }
    >
      Выполнить поиск {quoted(readableText(query))}? Будет списан {SEARCH_PRICE}.
    </Banner>
    <StrandedDrafts searchId={searchInAddress(location.search) ?? ''} isThere={() => false} />
  </>
)
