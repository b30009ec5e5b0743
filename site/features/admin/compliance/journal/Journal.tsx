import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { AUDIT_ACTS } from '#shared/labels/audit-acts.ts'
import { AuditList } from '#site/features/admin/audit/AuditList.tsx'
import { type Audit, createAudit } from '#site/features/admin/audit/audit-store.ts'
import { Affix } from '#site/ui/form/Affix.tsx'
import { Input, Select } from '#site/ui/form/Input.tsx'
import { IconSearch } from '#site/ui/icons/acts.ts'
import { AskedFilter } from './AskedFilter.tsx'
import { SaveAudit } from './SaveAudit.tsx'
import { SealState } from './SealState.tsx'

/** Who did what and when, and whether that is still what was written. */
export function Journal() {
  const [audit] = useState(() => createAudit())
  useEffect(() => {
    audit.load()
  }, [audit])
  return (
    <div className="stack">
      <SealState />
      <AskedFilter audit={audit} />
      <section className="card flush" aria-label="Список действий">
        <Filter audit={audit} />
        <AuditList audit={audit} empty="Таких действий нет." />
      </section>
      <p className="small soft">
        Что искали, здесь не хранится, только ключи: по номеру или имени видно, искали ли человека. Поиски
        видны за один день, по одному пользователю или по человеку.
      </p>
    </div>
  )
}

const OPTIONS = Object.entries(AUDIT_ACTS)

function Filter({ audit }: { audit: Audit }) {
  const { act, user, day } = useStore(audit.$filter)
  return (
    <header className="row">
      <div className="grow">
        <label className="sr" htmlFor="audit-user">
          Кто: имя или номер
        </label>
        <Affix
          icon={IconSearch}
          id="audit-user"
          type="search"
          placeholder="Кто: имя целиком или номер"
          autoComplete="off"
          spellCheck={false}
          value={user}
          onChange={event => audit.filter({ user: event.target.value })}
        />
      </div>
      <Select
        className="auto"
        aria-label="Действие"
        value={act}
        onChange={event => audit.filter({ act: event.target.value })}
      >
        <option value="">Все действия</option>
        {OPTIONS.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </Select>
      <Input
        className="auto"
        type="date"
        aria-label="День"
        value={day}
        onChange={event => audit.filter({ day: event.target.value })}
      />
      <SaveAudit audit={audit} />
    </header>
  )
}
