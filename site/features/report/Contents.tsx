import type { PersonCard } from '#shared/contracts/person.ts'
import { Check } from '#site/ui/form/Check.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { whoIs } from './people-view.ts'

const PURPOSE_CHARS = 200

interface ContentsProps {
  persons: readonly PersonCard[]
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
  provesAll: boolean
  onProveAll: (provesAll: boolean) => void
  purpose: string
  onPurpose: (purpose: string) => void
}

/** What goes into the report. The purpose stays on this page: it goes onto the paper and nowhere else. */
export const Contents = (props: ContentsProps) => {
  const { persons, chosen, onChoose, provesAll, onProveAll, purpose, onPurpose } = props
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id])
  return (
    <div className="card stack no-print">
      <TextField
        label="Цель проверки"
        hint="Печатается в отчёте и нигде не сохраняется."
        value={purpose}
        maxLength={PURPOSE_CHARS}
        autoComplete="off"
        onChange={event => onPurpose(event.target.value)}
      />
      <Check checked={provesAll} onChange={event => onProveAll(event.target.checked)}>
        Доказательства для каждого человека отчёта
      </Check>
      <fieldset className="stack tight">
        <legend>Люди: если никто не отмечен, в отчёт идут все</legend>
        <div className="choices">
          {persons.map(person => (
            <Check key={person.id} checked={chosen.includes(person.id)} onChange={() => toggle(person.id)}>
              {whoIs(person)}
            </Check>
          ))}
        </div>
      </fieldset>
    </div>
  )
}
