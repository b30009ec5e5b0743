import { COMPARE_TEXTS } from '#shared/texts/compare.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { useVerdict } from '#site/features/search/people/use-verdict.ts'
import { answerHref } from '#site/features/search/view-memory.ts'
import { printChecked, useCheckedPrint } from '#site/lib/checked-print.ts'
import { counted, type Forms } from '#site/lib/numbers.ts'
import { compareHref, reportHref } from '#site/lib/search-links.ts'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { NotedChoice } from '#site/ui/form/NotedChoice.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconPrinter, IconRefresh } from '#site/ui/icons/acts.ts'
import { IconReport } from '#site/ui/icons/places.ts'
import { Arguments } from './Arguments.tsx'
import { type ComparedPair, openComparison, renewComparison } from './compare-store.ts'
import { headlineOf, reasonOf, type SideView, sidesOf } from './compare-view.ts'
import { Versus } from './Versus.tsx'

const CARDS: Forms = ['карточка', 'карточки', 'карточек']

/** Two people or records of a search, and the user's own verdict on them. */
export function Comparison({ compared }: { compared: ComparedPair }) {
  const { comparison, pair, search } = compared
  const sides = sidesOf(compared)
  const [one, other] = sides
  useCheckedPrint(renewComparison, compared.comparedAt)
  const people = sides.flatMap(({ personId }) => personId ?? [])
  return (
    <div className="stack loose">
      <p className="small">
        <a href={answerHref(pair.searchId, one.personId ?? undefined)}>
          Назад к ответу: {counted(search.answer.persons.length, CARDS)}
        </a>
      </p>
      <header className="stack tight">
        <div className="row apart">
          <h1 tabIndex={-1}>{headlineOf(comparison, one.kind)}</h1>
          <div className="row tight">
            <Button kind="quiet" size="s" onClick={() => exchange(compared)}>
              <Icon of={IconRefresh} />
              Поменять местами
            </Button>
            <Button size="s" onClick={() => printChecked(renewComparison)}>
              <Icon of={IconPrinter} />
              Печать
            </Button>
            {people.length > 0 && (
              <LinkButton size="s" href={reportHref(pair.searchId, [...new Set(people)])}>
                <Icon of={IconReport} />В отчёт
              </LinkButton>
            )}
          </div>
        </div>
        <p className="soft">
          {one.name}, {one.about} и {other.name}, {other.about}. Запрос {quoted(search.past.query)}
        </p>
      </header>
      <p className="because-of">{reasonOf(comparison)}</p>
      <Versus sides={sides} fields={comparison.fields} answer={search.answer} />
      <Arguments comparison={comparison} kind={one.kind} answer={search.answer} />
      <PairVerdict searchId={pair.searchId} sides={sides} />
    </div>
  )
}

/** In place of this entry: Back leads to the answer, not to the same two again. */
function exchange({ pair: { searchId, a, b } }: ComparedPair): void {
  history.replaceState(history.state, '', compareHref(searchId, b, a))
  void openComparison()
}

function PairVerdict({ searchId, sides: [one, other] }: { searchId: string; sides: [SideView, SideView] }) {
  if (one.personId === null || other.personId === null) return null
  return (
    <section className="card flush" aria-label="Ваш вывод о двух">
      {one.personId === other.personId ? (
        <p className="pad small soft">{COMPARE_TEXTS.sameCardVerdict}</p>
      ) : (
        <PairForm searchId={searchId} a={one.personId} b={other.personId} kind={one.kind} />
      )}
    </section>
  )
}

function PairForm({ searchId, ...pair }: { searchId: string; a: string; b: string; kind: SideView['kind'] }) {
  return <NotedChoice {...useVerdict(searchId, pair)} />
}
