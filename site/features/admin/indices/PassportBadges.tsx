import type { IndexView } from '#shared/contracts/admin/indices.ts'
import { SOURCE_KINDS, SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { gapsOf, passportState } from './index-words.ts'

/** Whether its passport holds, and whether it answers without one. */
export function PassportBadge({ index }: { index: IndexView }) {
  const { tone, text } = passportState(index)
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {index.status === 'active' && !index.answers && <Badge tone="red">не отвечает</Badge>}
    </>
  )
}

/** The same with what the passport says of the source that everybody should know. */
export function PassportBadges({ index }: { index: IndexView }) {
  const { kind, origin } = index.passport
  return (
    <span className="row tight">
      <PassportBadge index={index} />
      {index.adopted && <Badge>подключён из Elasticsearch</Badge>}
      {kind === 'casualty_list' && <Badge tone="ochre">{SOURCE_KINDS[kind]}</Badge>}
      {origin === 'synthetic' && <Badge>{SOURCE_ORIGINS[origin]}</Badge>}
    </span>
  )
}

/** Why it does not answer, where its passport is declared, or that its records are being prepared. */
export function PassportNote({ index }: { index: IndexView }) {
  const note = index.lost_note ?? (gapsOf(index) || index.prepare_note)
  return note && <small>{note}</small>
}
