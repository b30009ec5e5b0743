import type { RowLabel } from '#shared/identity/people/headline.ts'
import { agreeing, GROUPS, type Who, whoCounts, whoNamed } from '#shared/texts/who.ts'
import { ROW_WORDS } from '#site/features/search/texts.ts'
import { counted, type Forms } from '#site/lib/numbers.ts'

const PREDICATES: Partial<Record<RowLabel, Forms>> = {
  match: ['совпадает', 'совпадает', 'совпадают'],
  probable: ['вероятен', 'вероятна', 'вероятны']
}

/** «Ещё двое вероятны», «Ещё 12 вероятных», «Ещё 2 возможных однофамильца». */
export function othersNamed(label: RowLabel, others: Who): string {
  const predicate = PREDICATES[label]
  const { people, organisations } = whoCounts(others)
  const named = organisations > 0 ? whoNamed(others) : GROUPS[people]
  return predicate && named
    ? `Ещё ${named} ${agreeing(others, predicate)}`
    : `Ещё ${counted(others.length, ROW_WORDS[label].forms)}`
}
