import { useStore } from '@nanostores/react'
import type { FormEvent } from 'react'
import { $search } from '#site/features/search/search-store.ts'
import { LongLine, longLineId } from '#site/layouts/LongLine.tsx'
import { useNoCredits } from '#site/layouts/NoCredits.tsx'
import { pasteLines } from '#site/ui/form/paste-lines.ts'
import { SearchBox } from '#site/ui/form/SearchBox.tsx'
import { queryInAddress, searchInAddress } from './navigation-origin.ts'
import { $line, searchLine, typeLine } from './readings-store.ts'

/** The search line. What was typed stays whatever happens. */
export function AskForm() {
  const line = useStore($line)
  const { step } = useStore($search)
  const noCredits = useNoCredits()
  const longLine = longLineId(line)
  return (
    <>
      <SearchBox
        label="Поисковый запрос"
        submit="Найти"
        disabled={line.trim() === ''}
        describedBy={longLine ?? noCredits}
        busy={step === 'searching'}
        onSubmit={submit}
        input={{
          name: 'q',
          value: line,
          onChange: event => typeLine(event.target.value),
          onPaste: pasteLines,
          placeholder: 'ФИО, дата рождения, телефон, e-mail, ИНН',
          'aria-invalid': longLine !== undefined || undefined,
          autoFocus: (searchInAddress(location.search) ?? queryInAddress(location.search)) === null
        }}
      />
      <LongLine line={line} />
    </>
  )
}

function submit(event: FormEvent): void {
  event.preventDefault()
  searchLine()
}
