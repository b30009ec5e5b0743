import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { HEADLESS_INTO_RECORDS } from '#shared/admin-constants.ts'
import type { ImportView } from '#shared/contracts/admin/imports.ts'
import type { ImportPreview } from '#shared/contracts/imports.ts'
import { indices } from '#site/features/admin/indices/indices-store.ts'
import { PassportFields } from '#site/features/admin/passport/PassportFields.tsx'
import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Check } from '#site/ui/form/Check.tsx'
import { $target } from './import-store.ts'
import { $asNew, $isStale, passportStart, plainStart } from './order-store.ts'
import { keepPassport, keptPassport } from './passport-draft.ts'

interface StartProps {
  job: ImportView
  preview: ImportPreview
  needsPassport: boolean
  /** Stands beside the button. */
  extra: ReactNode
}

/** Starts the import, with a passport where its source has none in force. */
export function Start({ job, preview, needsPassport, extra }: StartProps) {
  const target = useStore($target)
  const load = useStore(indices.$load)
  const isStale = useStore($isStale)
  const { state, busy, bind } = useForm(needsPassport ? passportStart : plainStart)
  const index = load.step === 'ready' ? load.data.details.find(({ name }) => name === target) : undefined
  const isHeadless = preview.warnings.some(({ code }) => code === HEADLESS_INTO_RECORDS)
  return (
    <form
      className="stack loose"
      {...bind}
      onInput={event => {
        bind.onInput(event)
        if (needsPassport) keepPassport(job.id, event.currentTarget)
      }}
    >
      {needsPassport && (
        <Card title="Паспорт источника">
          <div className="stack">
            <p className="soft">
              Источник отвечает, когда записано, что это за данные и почему их можно искать.
            </p>
            <PassportFields
              declared={keptPassport(job.id) ?? job.order?.passport ?? index?.passport ?? {}}
              refusals={state.fields}
              disabled={busy}
            />
          </div>
        </Card>
      )}
      {isHeadless && <AsNew disabled={busy} />}
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

const AsNew = ({ disabled }: { disabled: boolean }) => (
  <Check checked={useStore($asNew)} disabled={disabled} onChange={event => $asNew.set(event.target.checked)}>
    Загрузить все строки как новые записи
  </Check>
)
