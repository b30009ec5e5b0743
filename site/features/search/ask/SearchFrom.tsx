import { withoutSigns } from '#shared/texts/direction.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconSearch } from '#site/ui/icons/acts.ts'
import { searchFrom } from './readings-store.ts'

/** A word, or a number long enough to be looked up. */
const SEARCHABLE = /\p{L}{3}|(?:\d[^\p{L}\d]*){5}/u

/**
 * A search by a value of an answer, seen where the pointer or the focus is; «s» presses it. It goes through the line of the
 * page, never through an address, and costs what every search does.
 */
export function SearchFrom({ value }: { value: string }) {
  const line = withoutSigns(value)
  if (!SEARCHABLE.test(line)) return null
  return (
    <Button
      kind="quiet"
      size="s"
      shape="icon"
      className="from no-print"
      style={{ marginBlock: '-0.25rem' }}
      label={`Искать отсюда, ${SEARCH_PRICE}: ${value}`}
      onClick={() => searchFrom(line)}
    >
      <Icon of={IconSearch} />
    </Button>
  )
}
