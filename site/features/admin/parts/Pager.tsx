import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronLeft, IconChevronRight } from '#site/ui/icons/acts.ts'

interface PagerProps {
  /** «1–20 из 1 284». */
  shown: string
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  /** Where a page has several. */
  label?: string | undefined
}

/** How many page numbers stand beside the current one. */
const REACH = 1

export function Pager({ shown, page, pages, onPage, label = 'Страницы' }: PagerProps) {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    number => number === 1 || number === pages || Math.abs(number - page) <= REACH
  )
  return (
    <nav className="pager" aria-label={label}>
      <span>{shown}</span>
      <ul>
        <li>
          <Button size="s" label="Назад" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <Icon of={IconChevronLeft} />
          </Button>
        </li>
        {near.map(number => (
          <li key={number}>
            <Button
              size="s"
              kind="quiet"
              aria-label={`Страница ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </Button>
          </li>
        ))}
        <li>
          <Button size="s" label="Вперёд" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            <Icon of={IconChevronRight} />
          </Button>
        </li>
      </ul>
    </nav>
  )
}
