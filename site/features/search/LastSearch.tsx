import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { COPY_FEEDBACK_MS } from '#shared/constants.ts'
import { errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { pageTitle } from '#site/lib/text.ts'
import { showToast } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { $line } from './ask/readings-store.ts'
import { $filteredSources } from './records/view-store.ts'
import { $answered, type Answered } from './search-store.ts'
import { lastSearchText, resultsText } from './texts.ts'

/** «Последний поиск» with its numbers, and what can be done with the answer as a whole. */
export function LastSearch() {
  const answered = useStore($answered)
  return answered && <Line search={answered} />
}

function Line({ search }: { search: Answered }) {
  const line = useRef<HTMLParagraphElement>(null)
  const { at, query, fresh, answer } = search
  useEffect(() => {
    document.title = pageTitle(`${resultsText(answer)} · Поиск людей`)
    // Somebody who already types the next line keeps the cursor.
    if (fresh && $line.get() === query) line.current?.focus({ preventScroll: true })
  }, [fresh, query, answer])
  const { lead, numbers, rest } = lastSearchText(answer, at, Date.now())
  const hasResults = answer.results_count > 0

  return (
    <div className="row apart small soft">
      <p ref={line} tabIndex={-1}>
        Последний поиск: {lead}, <b>{numbers}</b> {rest}
      </p>
      {hasResults && (
        <div className="row tight">
          <Act title="CSV" run={() => save('csv', search)} />
          <Act title="JSON" run={() => save('json', search)} />
          <Act title="Печать" run={() => print()} />
        </div>
      )}
    </div>
  )
}

const save = (format: 'csv' | 'json', search: Answered) =>
  loadCode(() => import('./records/export.ts'))
    .then(({ exportAnswer }) => exportAnswer(format, search, $filteredSources.get()))
    .catch(error => showToast(errorText(error), COPY_FEEDBACK_MS))

const Act = ({ title, run }: { title: string; run: () => void }) => (
  <Button kind="quiet" size="s" onClick={run}>
    {title}
  </Button>
)
