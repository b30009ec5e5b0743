import { useStore } from '@nanostores/react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { IconSearch } from '#site/ui/icons/acts.ts'
import { FilterBar, type FilterChoice } from './FilterBar.tsx'
import { ListPager } from './ListPager.tsx'
import type { ListStore, Paged } from './list-store.ts'

interface FilteredListProps<F, Answer, Row> {
  /** «Список платежей». */
  label: string
  list: ListStore<F, Answer>
  filterTexts: Pick<ComponentProps<typeof FilterBar>, 'name' | 'label' | 'placeholder'> & {
    choices: readonly FilterChoice<keyof F & string>[]
  }
  /** More fields of the filter. */
  moreFilters?: ReactNode
  rows: (answer: Answer) => readonly Row[]
  /** In place of the rows while they come. */
  waiting: ReactNode
  /** Where the filter leaves none. */
  noneFits: string
  /** Where there are none at all; the same where it is left out. */
  noneYet?: ReactNode
  children: (rows: readonly Row[], answer: Answer) => ReactNode
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
  moreFilters,
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
  const isFiltered = Object.entries(current).some(
    ([field, value]) => field !== 'page' && field !== 'sort' && String(value).trim() !== ''
  )
  return (
    <section className="card flush" aria-label={label}>
      <FilterBar {...filterTexts} values={current} onChange={filter}>
        {moreFilters}
      </FilterBar>
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
          {children(rows, answer)}
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
