import { useStore } from '@nanostores/react'
import { memo, useDeferredValue, useEffect, useRef } from 'react'
import type { ReasonTone } from '#shared/contracts/match.ts'
import type { PersonCard } from '#shared/contracts/person.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { CASUALTY_WARNING } from '#site/features/search/casualty-warning.ts'
import { Waiting } from '#site/features/search/details/Waiting.tsx'
import type { Results } from '#site/features/search/records/results-view.ts'
import { SourceStrip } from '#site/features/search/sources/SourceStrip.tsx'
import { recordsStripOf } from '#site/features/search/sources/strip.ts'
import { dateText } from '#site/features/search/texts.ts'
import {
  $focusedPersonId,
  $focusWish,
  $lit,
  focusRow,
  togglePerson,
  togglePick
} from '#site/features/search/view-store.ts'
import { capitalized } from '#site/lib/text.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { type Drawing, Icon } from '#site/ui/Icon.tsx'
import { IconCheck, IconChevronRight, IconMinus, IconX } from '#site/ui/icons/acts.ts'
import { IconAlertTriangle } from '#site/ui/icons/states.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { bandOf } from './bands.ts'
import { Facts } from './Facts.tsx'
import { MatchMark } from './MatchMark.tsx'
import { marksOf } from './marks.ts'
import { lossOf, nameOf, partiesText, recordsText } from './people-view.ts'
import { CELL, ROW, ROW_HEADING, ROWS } from './roles.ts'

const VerdictBadge = laterPart(async () => (await import('./Verdict.tsx')).VerdictBadge)
/** What opens under a row. */
export const PersonPanel = laterPart(
  async () => (await import('#site/features/search/person/PersonPanel.tsx')).PersonPanel
)

interface PersonRowProps {
  person: PersonCard
  /** Of the row in the table, the heading being the first. */
  place: number
  results: Results
  isOpen: boolean
  isPicked: boolean
  isHere: boolean
  /** The user concluded something of this one. */
  isJudged: boolean
  /** The user called this one and others one. */
  isJoined: boolean
  /** It stands under the line that says so. */
  isHeaded: boolean
  /** The heading of its group says what the row would. */
  isNamed: boolean
}

/** One person: how sure, who, born when, what of the query, by which sources; what is known opens under it. */
export const PersonRow = memo(
  ({ person, place, results, isOpen, isPicked, isHere, isJudged, isJoined, ...row }: PersonRowProps) => {
    const { id, name, birth_date, kind } = person
    const button = useRef<HTMLButtonElement>(null)
    const title = nameOf(person)
    const born = birth_date && dateText(birth_date)
    const panel = `${id}-in`
    // The press is seen before the panel is put together, or taken away.
    const isDrawn = useDeferredValue(isOpen)
    useEffect(() => {
      if ($focusWish.get() !== id || !button.current) return
      $focusWish.set(null)
      focusRow(button.current)
    }, [id])

    return (
      <tbody
        {...ROWS}
        id={id}
        data-row={id}
        data-band={bandOf(person, false)}
        data-open={isOpen ? '' : undefined}
        data-here={isHere ? '' : undefined}
        data-joined={isJoined ? '' : undefined}
        onFocus={() => $focusedPersonId.set(id)}
      >
        <tr {...ROW} className="who" aria-rowindex={place}>
          <td {...CELL} className="a-box">
            <input
              className="pick"
              type="checkbox"
              aria-label={`Отметить: ${title}`}
              checked={isPicked}
              onChange={() => togglePick(id)}
            />
          </td>
          <td {...CELL} className="a-verdict">
            <MatchMark person={person} isNamed={row.isNamed} />
          </td>
          <th {...ROW_HEADING} className="a-man" scope="row">
            <h3>
              <button
                ref={button}
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? panel : undefined}
                onClick={() => togglePerson(id)}
              >
                <Icon of={IconChevronRight} turn />
                <span>{name || 'Имя не указано'}</span>
              </button>
            </h3>
            <p className="facts small soft">
              {kind === 'organisation' && 'Организация. '}
              {person.parties && `${capitalized(partiesText(person))}. `}
              <Facts born={born} person={person} />
            </p>
            {isJudged && (
              <Later
                part={VerdictBadge}
                props={{ searchId: results.answer.search_id, personId: id, kind, isHeaded: row.isHeaded }}
              />
            )}
          </th>
          <td {...CELL} className="born">
            {born || <span className="muted">{kind === 'person' ? 'нет данных' : ''}</span>}
          </td>
          <td {...CELL} className="a-why">
            <Marks person={person} results={results} />
          </td>
          <td {...CELL} className="a-strip">
            {isOpen ? (
              <LitStrip {...{ person, results }} />
            ) : (
              <SourceStrip strip={stripOf(person, results)} />
            )}
          </td>
          <td {...CELL} className="a-count num small">
            <span className="wide">{recordIdsOf(person).length || recordsText(person)}</span>
            <span className="slim">{recordsText(person)}</span>
          </td>
        </tr>
        {lossOf(person, results) && (
          <tr {...ROW} className="caution">
            <td {...CELL} colSpan={7}>
              <Banner tone="ochre" icon={IconAlertTriangle} isStill>
                {CASUALTY_WARNING}
              </Banner>
            </td>
          </tr>
        )}
        {isDrawn && (
          <tr {...ROW} className="inner" id={panel}>
            <td {...CELL} colSpan={7}>
              <Later part={PersonPanel} waiting={<Waiting place="panel" />} props={{ person, results }} />
            </td>
          </tr>
        )}
      </tbody>
    )
  }
)

const stripOf = ({ source_keys }: PersonCard, { places }: Results) => recordsStripOf(places, source_keys)

/** The sources of an open person: a reason lights those that it speaks of. */
function LitStrip({ person, results }: { person: PersonCard; results: Results }) {
  const lit = useStore($lit)
  const numbers = [...lit].flatMap(id => results.numbers.get(results.records.get(id)?.source ?? '') ?? [])
  return <SourceStrip strip={stripOf(person, results)} lit={new Set(numbers)} />
}

const ICONS: Record<ReasonTone, [state: string, icon: Drawing, label: string]> = {
  agree: ['yes', IconCheck, 'совпало'],
  missing: ['none', IconMinus, 'нет данных'],
  contradict: ['no', IconX, 'расходится']
}

const Marks = ({ person, results }: { person: PersonCard; results: Results }) => (
  <ul className="marks">
    {marksOf(person, lossOf(person, results) === 'only').map(({ tone, text }) => {
      const [state, icon, label] = ICONS[tone]
      return (
        <li key={text} data-s={state}>
          <Icon of={icon} label={label} />
          {text}
        </li>
      )
    })}
  </ul>
)
