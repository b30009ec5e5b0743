import { useStore } from '@nanostores/react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconSearch } from '#site/ui/icons/acts.ts'
import { Failure } from './Failure.tsx'
import { FilterBar } from './FilterBar.tsx'
import { ListPager } from './ListPager.tsx'
import type { ListStore, Paged } from './list-store.ts'

/** What a filter bar says, whatever it is set to. */
type FilterTexts = Omit<ComponentProps<typeof FilterBar>, 'search' | 'onSearch' | 'value' | 'onChoose'>

interface FilteredListProps<F, Answer, Row> {
  /** «Список платежей». */
  label: string
  list: ListStore<F, Answer>
  filterTexts: FilterTexts
  /** The field of the filter that the choice beside the search sets. */
  choiceField: keyof F & string
  rows: (answer: Answer) => readonly Row[]
  /** In place of the rows while they come. */
  waiting: ReactNode
  /** Where the filter leaves none. */
  noneFits: string
  /** Where there are none at all; the same where it is left out. */
  noneYet?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list that the server filters and pages, between its filter and its pages. */
export function FilteredList<
  F extends Record<string, string> & { search: string },
  Answer extends { total: number },
  Row
>({
  label,
  list,
  filterTexts,
  choiceField,
  rows: rowsOf,
  waiting,
  noneFits,
  noneYet,
  children
}: FilteredListProps<F, Answer, Row>) {
  const load = useStore(list.$load)
  const current = useStore(list.$filter)
  const filter = (change: Partial<Record<string, string | number>>) =>
    list.filter(change as Partial<Paged<F>>)
  const answer = load.step === 'ready' ? load.data : null
  const rows = answer ? rowsOf(answer) : []
  const isFiltered = current[choiceField] !== '' || current.search.trim() !== ''
  return (
    <section className="card flush" aria-label={label}>
      <FilterBar
        {...filterTexts}
        search={current.search}
        onSearch={search => filter({ search })}
        value={current[choiceField]}
        onChoose={choice => filter({ [choiceField]: choice })}
      />
      {load.step === 'loading' && waiting}
      {load.step === 'failed' && <Failure text={load.text} onRetry={list.load} />}
      {answer?.total === 0 &&
        ((!isFiltered && noneYet) || (
          <Empty icon={IconSearch} title={noneFits} as="h2">
            <Button size="s" onClick={list.drop}>
              Сбросить фильтр
            </Button>
          </Empty>
        ))}
      {answer && answer.total > 0 && (
        <>
          {children(rows)}
          <ListPager
            rows={rows.length}
            total={answer.total}
            page={current.page}
            onPage={page => filter({ page })}
          />
        </>
      )}
    </section>
  )
}
