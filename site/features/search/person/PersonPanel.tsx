import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { AnswerPerson, Person, PersonKind } from '#shared/contracts/person.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { Details } from '#site/features/search/details/Details.tsx'
import { cardsAround } from '#site/features/search/details/load-details.ts'
import { Waiting } from '#site/features/search/details/Waiting.tsx'
import { nameOf } from '#site/features/search/people/people-view.ts'
import { CELL, groupOf, HEADING, ROW, ROW_HEADING, ROWS, TABLE } from '#site/features/search/people/roles.ts'
import { Verdict } from '#site/features/search/people/Verdict.tsx'
import { jumpTo } from '#site/features/search/records/jump.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { count } from '#site/features/search/texts.ts'
import { useWide } from '#site/features/search/use-wide.ts'
import { $lit } from '#site/features/search/view-store.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronRight } from '#site/ui/icons/acts.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Earlier } from './Earlier.tsx'
import { type PersonRecord, personRecordsOf } from './person-records.ts'
import { ReasonList, rowId } from './ReasonList.tsx'
import { linkReasonsOf, queryReasonsOf } from './reasons.ts'
import { WhyApart } from './WhyApart.tsx'

const About = laterPart(async () => (await import('#site/features/search/summary/About.tsx')).About)

interface PersonPanelProps {
  person: AnswerPerson
  results: Results
}

const OWNERS: Record<PersonKind, string> = { person: 'человека', organisation: 'организации' }

/** By the number of records. */
const NO_LINKS: readonly string[] = [
  'Своих записей нет: организацию называют записи людей.',
  'Запись одна, сравнивать не с чем.'
]

/** One person opened: why they fit, why the records are one, what keeps others apart, what the sources say, and the records. */
export const PersonPanel = ({ person, results }: PersonPanelProps) => (
  <Details
    searchId={results.answer.search_id}
    person={person}
    cards={isDetailed(person) ? [] : cardsAround(person, results.answer)}
    place="panel"
  >
    {whole => <Panel person={whole} results={results} />}
  </Details>
)

function Panel({ person, results }: { person: Person; results: Results }) {
  const id = useId()
  const isWide = useWide()
  const records = personRecordsOf(person, results)
  return (
    <div className="panel">
      <div className="reasons">
        <ReasonList
          title="С запросом"
          reasons={queryReasonsOf(person, results)}
          none="С запросом сравнивать нечего: найдено по связи с другими."
        />
        <ReasonList
          title="Между записями"
          reasons={linkReasonsOf(person, results)}
          none={NO_LINKS[recordIdsOf(person).length] ?? 'Записи одинаковы.'}
        />
        <WhyApart person={person} results={results} />
      </div>
      <Earlier searchId={results.answer.search_id} personId={person.id} kind={person.kind} />
      <Verdict searchId={results.answer.search_id} personId={person.id} kind={person.kind} />
      <Later part={About} waiting={<Waiting />} props={{ person, results }} />
      {records.length > 0 && (
        <details className="own" open={isWide} {...groupOf(id)}>
          <summary>
            <Icon of={IconChevronRight} turn />
            <h4 id={id}>
              Записи {OWNERS[person.kind]}, {recordIdsOf(person).length}
            </h4>
          </summary>
          <Records records={records} caption={nameOf(person)} />
        </details>
      )}
    </div>
  )
}

const COLUMNS = ['Источник', 'Написано', 'Рождение', 'Связь, номер']
const DATES = ['Запись от', 'Источник на']

function Records({ records, caption }: { records: readonly PersonRecord[]; caption: string }) {
  const lit = useStore($lit)
  return (
    <table {...TABLE} className="dense">
      <caption className="sr">Записи: {caption}</caption>
      <thead {...ROWS}>
        <tr {...ROW}>
          {COLUMNS.map(title => (
            <th {...HEADING} scope="col" key={title}>
              {title}
            </th>
          ))}
          {DATES.map(title => (
            <th {...HEADING} scope="col" className="num" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROWS}>
        {records.map(each => (
          <RecordLine key={each.record.id} of={each} isLit={lit.has(each.record.id)} />
        ))}
      </tbody>
    </table>
  )
}

const RecordLine = ({ of, isLit }: { of: PersonRecord; isLit: boolean }) => (
  <tr {...ROW} id={rowId(of.record.id)} className={isLit ? 'is-lit' : undefined}>
    <th {...ROW_HEADING} scope="row">
      <span className="name">
        <span className="src">
          <span className="sr">источник </span>
          {of.number}
        </span>
        <button type="button" className="link" onClick={() => jumpTo(of.record)}>
          {of.sourceTitle}
          <span className="sr">, к записи</span>
        </button>
      </span>
    </th>
    <td {...CELL}>
      {of.written}
      {of.record.duplicates > 1 && <span className="muted"> ({count(of.record.duplicates, 'same')})</span>}
      {of.further && (
        <p className="soft">
          <span className="sr">Найдено не запросом, </span>+ {of.further}
        </p>
      )}
    </td>
    <td {...CELL} className="born">
      {of.born}
    </td>
    <td {...CELL}>{of.contact}</td>
    <td {...CELL} className="num" data-l={of.recordDate && 'запись от'}>
      {of.recordDate}
    </td>
    <td {...CELL} className="num" data-l={of.sourceDate && 'источник на'}>
      {of.sourceDate}
    </td>
  </tr>
)
