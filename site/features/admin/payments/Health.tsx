import type { NetworkHealth, PaymentHealth } from '#shared/contracts/admin/payments.ts'
import { NETWORK_STATES, type NetworkState } from '#shared/labels/payments.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import type { Load } from '#site/lib/load-store.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Badge, type Tone } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { health, resumeNetwork } from './payments-store.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Сеть' },
  { title: 'Состояние' },
  { title: 'Отстаёт', num: true },
  { title: 'Последний блок', num: true, hide: 'low' },
  { title: 'Зачислено до блока', num: true, hide: 'mid' },
  { title: 'Ждут оплаты', num: true, hide: 'mid' }
]

const TONES: Record<NetworkState, Tone | undefined> = {
  starting: undefined,
  ok: 'moss',
  behind: 'ochre',
  down: 'red',
  halted: 'red'
}

/** How far each network has been read, and what went wrong last. */
export const Health = ({ load }: { load: Load<PaymentHealth> }) => (
  <Card flush title="Состояние сетей" action={<p className="small muted">обновляется само</p>}>
    {load.step === 'failed' ? (
      <Failure text={load.text} onRetry={health.load} />
    ) : (
      <Table columns={COLUMNS} busy={load.step === 'loading'}>
        {load.step === 'ready' ? (
          load.data.networks.map(network => <NetworkRow key={network.key} network={network} />)
        ) : (
          <WaitingRow />
        )}
      </Table>
    )}
  </Card>
)

const blockText = (block: number | null) => (block === null ? '—' : formatCount(block))

const NetworkRow = ({ network }: { network: NetworkHealth }) => (
  <tr>
    <th scope="row">
      {network.title} {network.is_test && <Badge>тестовая</Badge>}
      {network.last_error && (
        <small>
          <br />
          {network.last_error}
          {network.last_error_at && `, ${moscowTime(new Date(network.last_error_at))}`}
        </small>
      )}
    </th>
    <td>
      <Badge tone={TONES[network.state]}>{NETWORK_STATES[network.state] ?? network.state}</Badge>{' '}
      {network.state === 'halted' && (
        <Button size="s" label={`Возобновить: ${network.title}`} onClick={() => resumeNetwork(network)}>
          Возобновить
        </Button>
      )}
    </td>
    <td className="num">
      {network.seconds_behind === null ? '—' : `${formatCount(network.seconds_behind)}\u00a0с`}
    </td>
    <td className="num low">{blockText(network.last_block)}</td>
    <td className="num mid">{blockText(network.settled_block)}</td>
    <td className="num mid">{formatCount(network.pending_payments)}</td>
  </tr>
)

const WaitingRow = () => (
  <tr>
    {COLUMNS.map(({ title, num, hide }) => (
      <td className={[num && 'num', hide].filter(Boolean).join(' ')} key={title}>
        <Skeleton chars={8} />
      </td>
    ))}
  </tr>
)
