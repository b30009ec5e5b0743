import { useStore } from '@nanostores/react'
import type { User } from '#shared/contracts/auth.ts'
import { PURPOSES, type PurposeCode } from '#shared/labels/purposes.ts'
import { CASE_REF_MAX_CHARS } from '#shared/rules/purpose-limits.ts'
import { $stated } from '#site/lib/account/purpose-store.ts'
import { Input, Select } from '#site/ui/form/Input.tsx'

const CHOICES = Object.entries(PURPOSES) as [PurposeCode, string][]

/** Why somebody is looked for, where the operator asks for it: what is usual for the account until another is chosen. */
export function PurposeChoice({ usual }: { usual: NonNullable<User['search_purpose']> }) {
  const stated = useStore($stated) ?? { purpose: usual.code, case_ref: usual.case_ref ?? '' }
  return (
    <div className="row tight">
      <Select
        className="auto"
        aria-label="Цель поиска"
        required={usual.is_required}
        value={stated.purpose ?? ''}
        onChange={event => {
          const purpose = (event.target.value || null) as PurposeCode | null
          $stated.set({ purpose, case_ref: '' })
        }}
      >
        {(stated.purpose === null || (!usual.is_required && usual.code === null)) && (
          <option value="">{usual.is_required ? 'Укажите цель' : 'Цель не указана'}</option>
        )}
        {CHOICES.map(([code, title]) => (
          <option key={code} value={code}>
            {title}
          </option>
        ))}
      </Select>
      {stated.purpose !== null && (
        <Input
          className="auto"
          aria-label="Номер дела"
          placeholder="Номер дела, если есть"
          autoComplete="off"
          maxLength={CASE_REF_MAX_CHARS}
          value={stated.case_ref}
          onChange={event => $stated.set({ purpose: stated.purpose, case_ref: event.target.value })}
        />
      )}
    </div>
  )
}
