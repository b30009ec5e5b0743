import { useRef } from 'react'
import { $jumpTarget } from '#site/features/search/view-store.ts'
import { usePart } from '#site/lib/use-part.ts'
import { useVirtualRows, type VirtualRows } from '#site/lib/virtual-rows.ts'
import type { HighlightTerms } from './highlight.ts'
import { RecordRow } from './RecordRow.tsx'
import type { RecordView, Results } from './results-view.ts'

const ROWS_DRAWN: VirtualRows = { whole: 2, atFirst: 2, rowHeight: 144 }

interface RecordListProps {
  records: readonly RecordView[]
  results: Results
  terms: HighlightTerms
}

/** Records of a source below each other: of many those near the window, and the one that somebody jumped to. */
export function RecordList({ records, results, terms }: RecordListProps) {
  const list = useRef<HTMLDivElement>(null)
  const keys = records.map(({ id }) => id)
  const target = usePart($jumpTarget, id => (id !== null && keys.includes(id) ? id : null))
  const pieces = useVirtualRows(list, keys, key => key === target, ROWS_DRAWN)
  return (
    <div ref={list}>
      {pieces.map(piece => {
        if ('height' in piece)
          return <div key={`gap ${keys[piece.gapFrom]}`} data-gap style={{ height: piece.height }} />
        const record = records[piece.index]
        return record && <RecordRow key={record.id} record={record} results={results} terms={terms} />
      })}
    </div>
  )
}
