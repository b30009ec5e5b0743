import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { ShownImport } from '#shared/contracts/admin-imports.ts'
import { indices } from '#site/features/admin/indices/indices-store.ts'
import { PassportFields } from '#site/features/admin/passport/PassportFields.tsx'
import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { $target } from './import-store.ts'
import { $isStale, passportStart, plainStart } from './order-store.ts'

interface StartProps {
  job: ShownImport
  needsPassport: boolean
  /** Stands beside the button. */
  extra: ReactNode
}

/** Starts the import, with a passport where its source has none in force. */
export function Start({ job, needsPassport, extra }: StartProps) {
  const target = useStore($target)
  const load = useStore(indices.$load)
  const isStale = useStore($isStale)
  const { state, busy, bind } = useForm(needsPassport ? passportStart : plainStart)
  const known = load.step === 'ready' ? load.data.details.find(({ name }) => name === target) : undefined
  return (
    <form className="stack loose" {...bind}>
      {needsPassport && (
        <Card title="Паспорт источника">
          <div className="stack">
            <p className="soft">
              Источник отвечает на поиск, только когда записано, что это за данные и почему их можно искать.
            </p>
            <PassportFields
              declared={job.order?.passport ?? known?.passport ?? {}}
              refusals={state.fields}
              disabled={busy}
            />
          </div>
        </Card>
      )}
      {state.step === 'failed' && state.text && <Banner tone="red">{state.text}</Banner>}
      <p className="row">
        <Button type="submit" kind="primary" size="l" busy={busy || isStale}>
          Начать загрузку
        </Button>
        {extra}
      </p>
    </form>
  )
}
