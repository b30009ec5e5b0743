import type { Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { apartLines, evidenceLines, joinLines } from './evidence-view.ts'
import { PaperTable } from './PaperTable.tsx'
import { whoIs } from './people-view.ts'
import { Sentences } from './Sentences.tsx'

const COLUMNS = [
  { title: 'Поле', share: 16 },
  { title: 'Значение', share: 25 },
  { title: 'Подтверждают', share: 16 },
  { title: 'Частично', share: 19 },
  { title: 'Расходятся', share: 12 },
  { title: 'Новейшая запись', share: 12 }
]

/** What stands behind one person: each value with its sources, why the records are one, why the nearest others are not. */
export function PersonProof({ person, answer }: { person: Person; answer: SearchAnswer }) {
  const lines = evidenceLines(person, answer)
  const joins = joinLines(person, answer)
  const apart = apartLines(person, answer)
  const who = whoIs(person)
  return (
    <>
      <h2>Доказательства: {who}</h2>
      {lines.length > 0 && (
        <PaperTable
          label={`Доказательства: ${who}`}
          columns={COLUMNS}
          rows={lines.map(({ field, value, confirms, partly, conflicts, newest }) => ({
            key: `${field} ${value}`,
            cells: [
              field,
              value,
              confirms,
              partly,
              conflicts && <span className="clash">{conflicts}</span>,
              <span className="date" key="date">
                {newest}
              </span>
            ]
          }))}
        />
      )}
      {joins.length > 0 && (
        <section className="keep">
          <h3>Почему записи сведены в одну карточку</h3>
          <p>
            <Sentences of={joins} between=". " />.
          </p>
        </section>
      )}
      {apart.length > 0 && (
        <section className="keep">
          <h3>Почему похожие отдельно</h3>
          {apart.map(line => (
            <p key={line.text}>
              <Sentences of={[line]} />
            </p>
          ))}
        </section>
      )}
    </>
  )
}
