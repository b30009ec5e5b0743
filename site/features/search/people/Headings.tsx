import type { ReactNode } from 'react'
import type { PersonCard } from '#shared/contracts/person.ts'
import type { BandGroup } from '#site/features/search/view.ts'
import { counted, type Forms } from '#site/lib/numbers.ts'
import { Button } from '#site/ui/Button.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { bandText, MARKS } from './bands.ts'
import { toggleBand } from './people-store.ts'
import { CELL, ROW, ROWS } from './roles.ts'

const FOUND: Forms = ['найден', 'найдены', 'найдены']

const JoinedCards = laterPart(async () => (await import('./Verdict.tsx')).JoinedCards)

interface BandHeadingProps {
  group: BandGroup
  isFolded: boolean
  /** Over those who were found by text alone, under whoever has the number that was asked. */
  isByText?: boolean | undefined
  canFold: boolean
}

/** Over the people of a band in a long list. */
export const BandHeading = ({
  group: { band, people, count },
  isFolded,
  isByText,
  canFold
}: BandHeadingProps) => (
  <Heading row={`band ${band}`}>
    <span className="row apart">
      <span>
        {isByText ? (
          `ещё ${counted(count, FOUND)} по тексту`
        ) : (
          <>
            <span className="match" data-match={MARKS[band]}>
              {bandText(band, people)}
            </span>{' '}
            <b>{count}</b>
          </>
        )}
      </span>
      {canFold && band !== 'probable' && (
        <Button kind="quiet" size="s" aria-expanded={!isFolded} onClick={() => toggleBand(band)}>
          {isFolded ? `Показать: ${count}` : 'Свернуть'}
          <span className="sr">: {bandText(band, people)}</span>
        </Button>
      )}
    </span>
  </Heading>
)

/** Over the cards that the user called one person: what the sources say of each stays as it is. */
export const Together = ({ searchId, people }: { searchId: string; people: readonly PersonCard[] }) => (
  <Heading row={`joined ${people[0]?.id}`} isJoined>
    <Later part={JoinedCards} props={{ searchId, people }} />
  </Heading>
)

const Heading = ({ row, isJoined, children }: { row: string; isJoined?: boolean; children: ReactNode }) => (
  <tbody {...ROWS} data-row={row} data-joined={isJoined ? '' : undefined}>
    <tr {...ROW} className="bandrow">
      <th {...CELL} scope="colgroup" colSpan={7}>
        {children}
      </th>
    </tr>
  </tbody>
)
