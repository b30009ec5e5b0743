import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Signal, SignalsAnswer } from '#shared/contracts/admin/signals.ts'
import { SIGNAL_STATES } from '#shared/labels/signals.ts'
import { openDialog } from '#site/features/admin/parts/dialog-store.ts'
import { WaitingRows } from '#site/features/admin/parts/WaitingRows.tsx'
import { Badge, type Tone } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { detailsOf, signals, takeInHand } from './signals-store.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Что замечено' },
  { title: 'Кто', hide: 'mid' },
  { title: 'Когда', hide: 'mid' },
  { title: 'Состояние', hide: 'mid' },
  { title: 'Действия', silent: true }
]
const TONES: Record<Signal['state'], Tone | undefined> = { new: 'red', seen: 'ochre', closed: undefined }
/** What happens to an account with a signal. */
const MODES: Record<SignalsAnswer['mode'], string> = {
  off: 'Сигналы выключены (RISK_MODE=off): новых не будет.',
  flag: 'Сигнал только отмечает: он не доказывает нарушения и никого не блокирует. Поиск не замедляется.',
  throttle:
    'Поиск учётной записи с новым сигналом или сигналом в работе замедлен. Сигнал не доказывает нарушения: снимите его, если причина понятна.'
}

/** What the audit shows of accounts that somebody ought to look at. */
export function Signals() {
  const load = useStore(signals.$load)
  useEffect(() => {
    signals.load()
  }, [])
  if (load.step === 'failed') return <Failure text={load.text} onRetry={signals.load} />
  return (
    <div className="stack">
      <section className="card flush" aria-label="Сигналы">
        {load.step === 'loading' ? (
          <WaitingRows columns={COLUMNS} />
        ) : load.data.signals.length === 0 ? (
          <p className="pad soft">Сигналов нет.</p>
        ) : (
          <SkipList count={load.data.signals.length} label="Пропустить сигналы">
            <Table columns={COLUMNS}>
              {load.data.signals.map(signal => (
                <SignalRow key={signal.id} signal={signal} />
              ))}
            </Table>
          </SkipList>
        )}
      </section>
      {load.step === 'ready' && <p className="small soft">{MODES[load.data.mode]}</p>}
    </div>
  )
}

function SignalRow({ signal }: { signal: Signal }) {
  const { title, user, first_at_str, last_at_str, state } = signal
  const when = first_at_str === last_at_str ? last_at_str : `${first_at_str} – ${last_at_str}`
  const who = <a href={`/admin/user?id=${user.id}`}>{user.username}</a>
  return (
    <tr>
      <th scope="row">
        {title}
        <br />
        <small>{detailsOf(signal)}</small>
        <small className="slim">
          {who}, {when} <State signal={signal} />
        </small>
      </th>
      <td className="mid">{who}</td>
      <td className="mid soft">{when}</td>
      <td className="mid">
        <State signal={signal} />
      </td>
      <td className="acts">
        {state === 'new' && (
          <Button
            size="s"
            kind="quiet"
            label={`Взять в работу: ${title}, ${user.username}`}
            onClick={() => takeInHand(signal)}
          >
            В работу
          </Button>
        )}
        {state !== 'closed' && (
          <Button size="s" label={`Снять: ${title}, ${user.username}`} onClick={() => close(signal)}>
            Снять
          </Button>
        )}
      </td>
    </tr>
  )
}

const State = ({ signal: { state, decided_by, reason } }: { signal: Signal }) => (
  <>
    <Badge tone={TONES[state]}>{SIGNAL_STATES[state]}</Badge>
    {state !== 'new' && (
      <small>
        <br />
        {[decided_by ?? 'администратор удалён', reason].filter(Boolean).join(': ')}
      </small>
    )}
  </>
)

const close = (signal: Signal) =>
  openDialog(async () => {
    const { CloseSignal } = await import('./CloseSignal.tsx')
    return <CloseSignal signal={signal} />
  })
