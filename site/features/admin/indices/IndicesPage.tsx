import { useStore } from '@nanostores/react'
import { Fragment, useEffect } from 'react'
import type { IndexView } from '#shared/contracts/admin/indices.ts'
import { GUARD_TEXTS } from '#shared/texts/guard.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { NoticeBanner } from '#site/features/admin/NoticeBanner.tsx'
import { counted, type Forms } from '#site/lib/numbers.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { LinkButton } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { AddIndex } from './AddIndex.tsx'
import { IndexList } from './IndexList.tsx'
import { INDICES, importHref, sourceHref } from './index-links.ts'
import { endsThisMonth } from './index-words.ts'
import { indices } from './indices-store.ts'

export const IndicesPage = () => (
  <AdminShell section="indices" denial={`${GUARD_TEXTS.adminsOnly}.`}>
    <Indices />
  </AdminShell>
)

function Indices() {
  useEffect(() => {
    indices.load()
  }, [])
  return (
    <div className="stack loose">
      <SectionTitle acts={<LinkButton href={importHref()}>Загрузить данные</LinkButton>}>
        {INDICES.title}
      </SectionTitle>
      <NoticeBanner />
      <AddIndex />
      <Lists />
    </div>
  )
}

function Lists() {
  const load = useStore(indices.$load)
  if (load.step === 'failed') return <Failure text={load.text} onRetry={indices.load} />
  const listed = load.step === 'ready' ? load.data.details : null
  const note = load.step === 'ready' ? load.data.index_note : undefined
  return (
    <>
      {note && <Banner tone="ochre">{note}</Banner>}
      <Ending sources={listed?.filter(({ passport }) => endsThisMonth(passport)) ?? []} />
      <IndexList
        title="Активные индексы"
        empty="Активных индексов нет."
        rows={listed?.filter(({ status }) => status === 'active')}
      />
      <IndexList
        title="Отключенные индексы"
        empty="Отключенных индексов нет."
        rows={listed?.filter(({ status }) => status === 'disabled')}
      />
    </>
  )
}

const PASSPORTS: Forms = ['паспорта', 'паспортов', 'паспортов']

/** What has to be renewed before the month is over. */
const Ending = ({ sources }: { sources: readonly IndexView[] }) =>
  sources.length > 0 && (
    <Banner tone="ochre" isStill>
      В этом месяце выйдет срок {counted(sources.length, PASSPORTS)}:{' '}
      {sources.map(({ name, title }, place) => (
        <Fragment key={name}>
          {place > 0 && ', '}
          <a href={sourceHref(name)}>{title}</a>
        </Fragment>
      ))}
      . После этого они не отвечают на поиск.
    </Banner>
  )
