import { SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import type { List } from '#shared/contracts/lists/lists.ts'
import { counted, type Forms, plural, ROWS } from '#site/lib/numbers.ts'
import type { ListFigures } from './figures.ts'
import { isUnlimited, OF_REQUESTS } from './words.ts'

/** Why fewer credits were charged than rows answered: the same was asked a moment before. '' where none were fewer. */
function paidBeforeText({ answered, charged }: List): string {
  const rows = answered - charged / SEARCH_COST_REQUESTS
  return rows > 0 && !isUnlimited() ? `${counted(rows, ROWS)} уже ${plural(rows, PAID)}` : ''
}

const PAID: Forms = ['оплачена', 'оплачены', 'оплачены']

interface Figure {
  title: string
  of(figures: ListFigures, list: List): number
  note?: (list: List) => string
  /** Also where it is none. */
  isSaid?: true
}

const notCharged = () => 'не списано'
/** All rows of the list, each in one of them; what is charged and what is tried again are said beside. */
export const FIGURES: readonly Figure[] = [
  { title: 'Готово', of: ({ answered }) => answered, isSaid: true },
  { title: 'Списано', of: (_, { charged }) => charged, note: paidBeforeText, isSaid: true },
  { title: 'Не удалось', of: ({ failed }) => failed, note: notCharged },
  { title: 'Осталось', of: ({ left }) => left, note: ({ price }) => `до ${counted(price, OF_REQUESTS)}` },
  { title: 'Из них повторим', of: (_, { retried }) => retried, note: notCharged },
  { title: 'Не хватило запросов', of: ({ leftOut }) => leftOut, note: notCharged },
  { title: 'Не искались', of: ({ stopped }) => stopped, note: notCharged },
  { title: 'Убраны вами', of: ({ notUsed }) => notUsed },
  { title: 'Повторы', of: ({ repeats }) => repeats },
  { title: 'Нечего искать', of: ({ unsearchable }) => unsearchable }
]
