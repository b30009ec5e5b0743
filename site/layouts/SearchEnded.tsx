import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { leaveLine } from '#site/lib/unsent-line.ts'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconListSearch } from '#site/ui/icons/states.ts'

interface SearchEndedProps {
  /** What is not there: «Отчёт не открыть». */
  title: string
  /** Why. */
  text: string
  /** The line of the search, where it is known: it can be searched anew, for a credit. */
  line?: string | undefined
  /** Where there is something to go back to. */
  backHref?: string | undefined
  /** Asks again, where that may help. */
  onRetry?: (() => void) | undefined
}

/** Stands in place of a page about one search that cannot be shown. Nothing is spent without a click on «Найти». */
export const SearchEnded = ({ title, text, line, backHref, onRetry }: SearchEndedProps) => (
  <Empty icon={IconListSearch} title={title} as="h1">
    <p role="status">{text}</p>
    {line !== undefined && (
      <p>
        Запрос был: <b>{quoted(line)}</b>. Новый поиск стоит {SEARCH_PRICE}. Выводы, если вы их делали,
        остались в <a href="/history">истории</a>.
      </p>
    )}
    <p className="row">
      {onRetry && <Button onClick={onRetry}>Повторить</Button>}
      {line !== undefined && (
        <LinkButton kind="primary" href="/search" onClick={() => leaveLine(line)}>
          Подставить в строку поиска
        </LinkButton>
      )}
      {backHref && <LinkButton href={backHref}>Назад к ответу</LinkButton>}
      {line === undefined && !backHref && <LinkButton href="/search">Поиск людей</LinkButton>}
    </p>
  </Empty>
)
