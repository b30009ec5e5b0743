import type { ServiceSettings } from '#shared/contracts/admin/settings.ts'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { RowAct } from '#site/features/admin/parts/RowAct.tsx'
import { useForm } from '#site/lib/use-form.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { Rows } from '#site/ui/Rows.tsx'
import { addressForm, deleteAddress } from './settings-store.ts'

/** Addresses without the bot check. The built-in one is not deleted. */
export function Addresses({ settings: { exempt_ips, protected_ip } }: { settings: ServiceSettings }) {
  const { state, busy, bind } = useForm(addressForm)
  return (
    <Card title="Исключённые IP-адреса">
      <div className="stack">
        <p className="soft">
          С этих адресов входят без проверки безопасности. Названия и отключение —{' '}
          <a href="/admin/ip-exceptions">{sectionTitle('ip-exceptions')}</a>.
        </p>
        <form className="stack tight" {...bind}>
          <TextField
            label="IP-адрес"
            hint="IPv4 или IPv6, один адрес"
            name="ip"
            autoComplete="off"
            spellCheck={false}
            error={state.fields.ip}
            disabled={busy}
          />
          {state.text && <Banner tone={state.step === 'done' ? 'moss' : 'red'}>{state.text}</Banner>}
          <p>
            <Button type="submit" busy={busy}>
              Добавить адрес
            </Button>
          </p>
        </form>
        {exempt_ips.length === 0 ? (
          <p>Исключений нет.</p>
        ) : (
          <Rows boxed aria-label="Исключённые адреса">
            {exempt_ips.map(ip => (
              <li className="row apart" key={ip}>
                <code className="grow">{ip}</code>
                {ip === protected_ip ? (
                  <Badge>встроенный</Badge>
                ) : (
                  <RowAct icon={IconTrash} label={`Удалить ${ip}`} onClick={() => deleteAddress(ip)} />
                )}
              </li>
            ))}
          </Rows>
        )}
      </div>
    </Card>
  )
}
