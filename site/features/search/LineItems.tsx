import type { SearchAnswer } from '#shared/contracts/search.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { IconCheck, IconMinus } from '#site/ui/icons/acts.ts'
import { foundText, itemsOfLine } from './line-items.ts'

/** What each of several typed people or numbers found, and which found nothing. */
export const LineItems = ({ answer }: { answer: SearchAnswer }) => (
  <ul className="items small" aria-label="Найдено по каждому">
    {itemsOfLine(answer).map(item => {
      const isFound = item.records > 0
      return (
        <li key={`${item.label} ${item.value}`} data-s={isFound ? 'yes' : 'none'}>
          <Icon of={isFound ? IconCheck : IconMinus} />
          <span>
            <span className="muted">{item.label}</span> {item.value}:{' '}
            <b>{foundText(item, answer.completeness.more)}</b>
          </span>
        </li>
      )
    })}
  </ul>
)
