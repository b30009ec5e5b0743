import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ImportState, ImportView } from '#shared/contracts/admin/imports.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { importPageHref } from '#site/features/admin/indices/index-links.ts'
import { percent } from '#site/features/admin/source/batch-words.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { LinkButton } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { bytesText } from './amounts.ts'
import { listImports } from './imports.ts'

const unfinished = createLoad(async () => (await listImports()).filter(({ state }) => state !== 'done'))

const STATES: Record<Exclude<ImportState, 'done'>, string> = {
  uploading: 'файл передан не до конца',
  ready: 'файл ждёт проверки',
  waiting: 'ждёт очереди',
  running: 'идёт загрузка',
  stopped: 'остановлена',
  failed: 'не удалась'
}

/** Imports that wait for somebody. Nothing is drawn while there are none. */
export function Unfinished() {
  useEffect(() => {
    unfinished.load()
  }, [])
  const load = useStore(unfinished.$load)
  if (load.step === 'failed') return <Failure text={load.text} onRetry={unfinished.load} />
  if (load.step === 'loading' || load.data.length === 0) return null
  return (
    <Card flush title="Незаконченные загрузки">
      <Rows>
        {load.data.map(each => (
          <UnfinishedRow key={each.id} each={each} />
        ))}
      </Rows>
    </Card>
  )
}

function UnfinishedRow({ each }: { each: ImportView }) {
  const { id, file_name, state, size, received, order, progress, by, created_at_str } = each
  const words = [
    order && `в ${quoted(order.source)}`,
    state !== 'done' && STATES[state],
    state === 'uploading' && percent(received / size),
    progress && state === 'running' && percent(progress.part),
    created_at_str,
    by
  ]
  return (
    <li className="row apart">
      <div className="grow">
        <b>{file_name}</b>, {bytesText(size)}
        <br />
        <small>{words.filter(Boolean).join(', ')}</small>
      </div>
      <LinkButton size="s" href={importPageHref(id, order?.source)}>
        Открыть
      </LinkButton>
    </li>
  )
}
