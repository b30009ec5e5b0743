import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { INDICES, importHref, nameInAddress } from '#site/features/admin/indices/index-links.ts'
import { NoticeBanner } from '#site/features/admin/NoticeBanner.tsx'
import { isFinal } from '#site/features/admin/parts/is-final.ts'
import { poll } from '#site/lib/poll.ts'
import { LinkButton } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { Wait } from '#site/ui/Spinner.tsx'
import { Batches } from './Batches.tsx'
import { Columns } from './Columns.tsx'
import { PassportCard } from './PassportCard.tsx'
import { SourceActs } from './SourceActs.tsx'
import { $isDeleted, examples, followSource, imports, isMoving, type Source, source } from './source-store.ts'

const REFRESH_MS = 2_000

export const SourcePage = () => (
  <AdminShell section="indices">
    <Loaded />
  </AdminShell>
)

/** Everything about one source. */
function Loaded() {
  useEffect(() => {
    source.load()
    examples.load()
    imports.load()
  }, [])
  const load = useStore(source.$load)
  const isDeleted = useStore($isDeleted)
  if (isDeleted) return <Gone title="Индекс удалён" text="Оставшиеся записи удаляются сами." />
  if (nameInAddress() === '' || (load.step === 'failed' && isFinal(load.error)))
    return <Gone title="Такого индекса нет" text="Он удалён, или адрес неверен." />
  const index = load.step === 'ready' ? load.data : null
  return (
    <div className="stack loose">
      <SectionTitle
        back={INDICES}
        acts={
          index &&
          !index.adopted && (
            <LinkButton kind="primary" href={importHref(index.name)}>
              Загрузить данные
            </LinkButton>
          )
        }
      >
        {index?.title ?? nameInAddress()}
      </SectionTitle>
      <NoticeBanner />
      {load.step === 'failed' && <Failure text={load.text} onRetry={source.load} />}
      {load.step === 'loading' && <Wait>Загрузка...</Wait>}
      {index && <Parts index={index} />}
    </div>
  )
}

function Parts({ index }: { index: Source }) {
  const imported = useStore(imports.$load)
  const isFollowed = isMoving(index)
  useEffect(() => {
    if (!isFollowed) return
    let isFirst = true
    return poll(async () => {
      if (!isFirst) await followSource()
      isFirst = false
      return REFRESH_MS
    })
  }, [isFollowed])
  const hasGaps = index.passport.gaps.length > 0
  const passport = <PassportCard index={index} />
  return (
    <>
      <SourceActs index={index} />
      {hasGaps && passport}
      <Batches index={index} imports={imported.step === 'ready' ? imported.data : []} />
      <Columns index={index} />
      {!hasGaps && passport}
    </>
  )
}

const Gone = ({ title, text }: { title: string; text: string }) => (
  <Empty icon={IconTrash} title={title} as="h1">
    <p>{text}</p>
    <LinkButton href={INDICES.href}>К индексам</LinkButton>
  </Empty>
)
