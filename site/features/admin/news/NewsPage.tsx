import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { AdminNews, AdminNewsItem } from '#shared/contracts/news.ts'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { NEWS_EMPTY } from '#shared/labels/news.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { openDialog } from '#site/features/admin/parts/dialog-store.ts'
import { ListPager } from '#site/features/admin/parts/ListPager.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconPlus } from '#site/ui/icons/acts.ts'
import { IconNews } from '#site/ui/icons/places.ts'
import { NewsTable, WaitingNews } from './NewsTable.tsx'
import { news } from './news-store.ts'

export const NewsPage = () => (
  <AdminShell section="news">
    <News />
  </AdminShell>
)

const write = (item?: AdminNewsItem) =>
  openDialog(async () => {
    const { NewsDialog } = await import('./NewsDialog.tsx')
    return <NewsDialog {...(item && { item })} />
  })

function News() {
  const load = useStore(news.$load)
  useEffect(() => {
    news.load()
  }, [])
  return (
    <div className="stack">
      <SectionTitle
        acts={
          <Button kind="primary" size="s" onClick={() => write()}>
            <Icon of={IconPlus} />
            Новая новость
          </Button>
        }
      >
        {sectionTitle('news')}
      </SectionTitle>
      <section className="card flush" aria-label="Список новостей">
        {load.step === 'loading' && <WaitingNews />}
        {load.step === 'failed' && <Failure text={load.text} onRetry={news.load} />}
        {load.step === 'ready' && <Page {...load.data} />}
      </section>
    </div>
  )
}

function Page({ news: rows, total }: AdminNews) {
  const { page } = useStore(news.$filter)
  if (total === 0) return <Empty icon={IconNews} title={NEWS_EMPTY} as="h2" />
  return (
    <>
      <NewsTable rows={rows} onEdit={write} />
      <ListPager rows={rows.length} total={total} page={page} onPage={next => news.filter({ page: next })} />
    </>
  )
}
