import type { Verdict } from '#shared/contracts/verdict.ts'
import { PAST_VERDICT_TEXTS } from '#shared/texts/past-verdicts.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { searchHref } from '#site/lib/search-links.ts'
import { pastVerdicts } from './past-verdicts.ts'

interface VerdictLinesProps {
  searchId: string
  verdicts: readonly Verdict[]
  /** Whom these are on, by id, as far as that is known now. */
  names: Readonly<Record<string, string>> | undefined
  /** Whether the answer may be opened for nothing. */
  isLive: boolean
}

/** What a user concluded in an earlier search, where its answer is not on the page. */
export const VerdictLines = ({ searchId, verdicts, names = {}, isLive }: VerdictLinesProps) => (
  <div className="stack tight">
    {verdicts.length === 0 && <p className="soft">{PAST_VERDICT_TEXTS.none}</p>}
    <ul className="stack tight">
      {pastVerdicts(searchId, verdicts, names).map(({ id, about, word, note, at, href }) => (
        <li key={id}>
          {about && `${about}: `}
          <b>{word}</b>
          {note && `. ${note}`} <small className="soft">{at}</small>{' '}
          {isLive && (
            <a href={href}>
              Показать<span className="sr">, о ком вывод: {about || word}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
    {verdicts.length > 0 && !isLive && (
      <p className="soft">
        {verdicts.every(({ a, b }) => names[a] && (b === null || names[b]))
          ? ''
          : PAST_VERDICT_TEXTS.nameless}{' '}
        <a href={searchHref(searchId)}>Выполнить поиск, {SEARCH_PRICE}</a>
      </p>
    )}
  </div>
)
