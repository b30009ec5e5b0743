import { ADMIN_PAGE_ROWS } from '#shared/constants.ts'
import { Pager } from '#site/features/admin/parts/Pager.tsx'
import { formatCount } from '#site/lib/numbers.ts'

interface ListPagerProps {
  /** Rows of this page, and of all. */
  rows: number
  total: number
  page: number
  onPage: (page: number) => void
  /** Where a page has several. */
  label?: string
}

/** «51–100 из 1 284», and the way to the other pages. */
export function ListPager({ rows, total, page, onPage, label }: ListPagerProps) {
  const first = (page - 1) * ADMIN_PAGE_ROWS
  const shown =
    rows === 0
      ? `0 из ${formatCount(total)}`
      : `${formatCount(first + 1)}–${formatCount(first + rows)} из ${formatCount(total)}`
  return (
    <Pager
      shown={shown}
      page={page}
      pages={Math.ceil(total / ADMIN_PAGE_ROWS)}
      onPage={onPage}
      label={label}
    />
  )
}
