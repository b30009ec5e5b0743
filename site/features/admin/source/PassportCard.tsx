import { useState } from 'react'
import { PURPOSES, type PurposeCode } from '#shared/labels/purposes.ts'
import { dayText } from '#shared/texts/day.ts'
import { gapSentences } from '#site/features/admin/indices/index-words.ts'
import { FIELD_PREFIX, PURPOSE_PREFIX } from '#site/features/admin/passport/field-names.ts'
import { PassportFields } from '#site/features/admin/passport/PassportFields.tsx'
import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Check } from '#site/ui/form/Check.tsx'
import { passportForm } from './passport-store.ts'
import type { Source } from './source-store.ts'

/** What the source is, and why it may be searched: without it nobody is answered. */
export const PassportCard = ({ index }: { index: Source }) => (
  <Card title="Паспорт источника">
    <div className="stack">
      <Force passport={index.passport} />
      {/* What was saved becomes what the fields begin with. */}
      <PassportForm key={JSON.stringify(index.passport)} index={index} />
    </div>
  </Card>
)

function Force({ passport }: Pick<Source, 'passport'>) {
  const { gaps, keep_until } = passport
  if (gaps.length === 0)
    return (
      <p className="soft">Паспорт в силе{keep_until && `, записи хранятся до ${dayText(keep_until)}`}.</p>
    )
  return (
    <Banner tone="ochre" isStill>
      <p>Источник не отвечает на поиск, пока паспорт не полон и не в силе:</p>
      <ul>
        {gapSentences(passport).map(gap => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
    </Banner>
  )
}

function PassportForm({ index: { passport, columns } }: { index: Source }) {
  const { state, busy, bind } = useForm(passportForm)
  return (
    <form className="stack" {...bind}>
      <PassportFields declared={passport} refusals={state.fields} disabled={busy} />
      {columns.length > 0 && <KeptColumns columns={columns} fields={passport.fields} />}
      <AllowedPurposes allowed={passport.purposes_allowed ?? []} />
      {state.fields.fields && <Banner tone="red">{state.fields.fields}</Banner>}
      {state.step === 'failed' && state.text && <Banner tone="red">{state.text}</Banner>}
      <p>
        <Button type="submit" kind="primary" busy={busy}>
          Сохранить паспорт
        </Button>
      </p>
    </form>
  )
}

const AllowedPurposes = ({ allowed }: { allowed: readonly PurposeCode[] }) => (
  <fieldset className="field">
    <legend>Для каких целей можно искать</legend>
    <p className="small muted">
      Если не отмечено ничего, для любых. Отмеченное требует указать цель при поиске.
    </p>
    <div className="row">
      {(Object.entries(PURPOSES) as [PurposeCode, string][]).map(([code, title]) => (
        <Check key={code} name={`${PURPOSE_PREFIX}${code}`} defaultChecked={allowed.includes(code)}>
          {title}
        </Check>
      ))}
    </div>
  </fieldset>
)

interface KeptColumnsProps {
  columns: Source['columns']
  fields: readonly string[] | null
}

/** Which columns may be stored and shown. */
function KeptColumns({ columns, fields }: KeptColumnsProps) {
  // A passport may name columns that no file has brought yet.
  const labels = new Set([...columns.map(({ label }) => label), ...(fields ?? [])])
  const [keeps, choose] = useState(fields ? 'some' : 'all')
  return (
    <fieldset className="field">
      <legend>Какие колонки хранить и показывать</legend>
      <div className="row">
        {[
          { value: 'all', title: 'Все' },
          { value: 'some', title: 'Только отмеченные' }
        ].map(({ value, title }) => (
          <Check
            key={value}
            type="radio"
            name="keeps"
            value={value}
            checked={value === keeps}
            onChange={() => choose(value)}
          >
            {title}
          </Check>
        ))}
      </div>
      {keeps === 'some' && (
        <div className="row">
          {[...labels].map(label => (
            <Check
              key={label}
              name={`${FIELD_PREFIX}${label}`}
              defaultChecked={!fields || fields.includes(label)}
            >
              {label}
            </Check>
          ))}
        </div>
      )}
    </fieldset>
  )
}
