import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { TOKEN_DAYS_SHOWN } from '#shared/constants.ts'
import type { TokenItem, TokenUsageAnswer } from '#shared/contracts/tokens.ts'
import { PurposeFields } from '#site/layouts/PurposeFields.tsx'
import { ask } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { counted, type Forms } from '#site/lib/numbers.ts'
import { $session } from '#site/lib/session-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { createLimitsForm, endDay } from './token-limits-form.ts'

const CALLS: Forms = ['обращение', 'обращения', 'обращений']
const DAYS_SHOWN = 7

const usageOf = (id: number) =>
  createLoad(() => ask<TokenUsageAnswer>(`/api/tokens/${id}/usage`, { shape: { days: [] } }))

/** Name, end, networks and, where searches state one, purpose of a token, and how much it was used of late. */
export function TokenLimits({ item, onClose }: { item: TokenItem; onClose(): void }) {
  const [form] = useState(() => createLimitsForm(item))
  const [usage] = useState(() => usageOf(item.id))
  const { step, text, fields } = useStore(form.$form)
  const load = useStore(usage.$load)
  const session = useStore($session)
  const hasPurpose = session.step === 'in' && session.user.search_purpose !== undefined
  const busy = step === 'submitting'
  useEffect(() => {
    usage.load()
    form.prepare()
  }, [form, usage])

  async function submit(data: FormData) {
    if (await form.submit(Object.fromEntries(data))) onClose()
  }

  return (
    <Dialog
      title={`Токен ${item.token}`}
      onClose={onClose}
      onSubmit={submit}
      action={
        <Button type="submit" kind="primary" busy={busy}>
          Сохранить
        </Button>
      }
    >
      <TextField
        label="Название"
        name="title"
        autoComplete="off"
        maxLength={60}
        defaultValue={item.title ?? ''}
        error={fields.title}
        readOnly={busy}
      />
      <TextField
        label="Действует по"
        hint="Пусто: без срока"
        name="expires_at"
        type="date"
        defaultValue={endDay(item.expires_at)}
        error={fields.expires_at}
        readOnly={busy}
      />
      <TextField
        label="Только с адресов"
        hint="Через запятую, сети тоже: 203.0.113.0/24. Пусто: с любых"
        name="networks"
        autoComplete="off"
        defaultValue={item.networks?.join(', ') ?? ''}
        error={fields.networks}
        readOnly={busy}
      />
      {hasPurpose && (
        <PurposeFields
          label="Цель поисков"
          none="Как у учётной записи"
          stated={item.purpose ?? null}
          refusals={fields}
          disabled={busy}
        />
      )}
      {text && <Banner tone="red">{text}</Banner>}
      {load.step === 'ready' && <Usage days={load.data.days} />}
      {load.step === 'failed' && <p className="soft">Число обращений не загрузилось. {load.text}</p>}
    </Dialog>
  )
}

const sumOf = (days: TokenUsageAnswer['days']) => days.reduce((sum, { calls }) => sum + calls, 0)

/** The days as they are written here: 24.11.2026. */
const dayText = (day: string) => day.split('-').toReversed().join('.')

const Usage = ({ days }: Pick<TokenUsageAnswer, 'days'>) => (
  <div>
    <h3>Обращения</h3>
    {days.length === 0 ? (
      <p className="soft">Обращений ещё не было.</p>
    ) : (
      <>
        <dl className="pairs">
          {days
            .slice(0, DAYS_SHOWN)
            .map(({ day, calls }) => [
              <dt key={`${day} day`}>{dayText(day)}</dt>,
              <dd key={day}>{counted(calls, CALLS)}</dd>
            ])}
        </dl>
        {days.length > DAYS_SHOWN && (
          <p className="small soft">Показаны последние {DAYS_SHOWN} дней с обращениями.</p>
        )}
        <p className="small soft">
          Всего за {TOKEN_DAYS_SHOWN} дней: {counted(sumOf(days), CALLS)}.
        </p>
      </>
    )}
  </div>
)
