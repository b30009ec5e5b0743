import { useStore } from '@nanostores/react'
import type { Person, PersonCard } from '#shared/contracts/person.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { REPORT_TEXTS } from '#shared/texts/report.ts'
import { signedText } from '#site/features/search/people/use-verdict.ts'
import { isSynthetic } from '#site/features/search/synthetic.ts'
import { Brand } from '#site/layouts/Brand.tsx'
import { $session } from '#site/lib/session-store.ts'
import { PaperTable } from './PaperTable.tsx'
import { PersonProof } from './PersonProof.tsx'
import { type Concluded, lineOf, nameOf, verdictLines } from './people-view.ts'
import { reportNumber } from './report-number.ts'
import type { ReportSource } from './report-store.ts'
import { Sentences } from './Sentences.tsx'
import { completenessText, itemLines, notShownLines, readingText, sourceLines } from './sources-view.ts'

interface PaperProps {
  source: ReportSource
  people: readonly PersonCard[]
  /** Ids of those whom the report is on; none for all of the answer. */
  chosen: readonly string[]
  /** Whose evidence is printed. */
  proven: readonly Person[]
  own: Concluded
  purpose: string
}

const COLUMNS = [
  { title: 'Человек', share: 21 },
  { title: 'Родился', share: 13 },
  { title: 'Оценка системы', share: 28 },
  { title: 'Вывод пользователя', share: 14 },
  { title: 'Источники', share: 13 },
  { title: 'Записей', share: 11 }
]
const SOURCE_COLUMNS = [
  { title: '№', share: 5 },
  { title: 'Источник', share: 31 },
  { title: 'Основание', share: 27 },
  { title: 'Данные на', share: 13 },
  { title: 'Показано', share: 12 },
  { title: 'Найдено', share: 12 }
]

/** The sheet: black on white, on the screen as on paper. */
export function Paper({ source, people, chosen, proven, own, purpose }: PaperProps) {
  const { answer, searchId, withdrawn } = source
  const areGone = chosen.length > 0 || withdrawn !== null
  const counts = { reported: people.length, chosen: chosen.length, proven: proven.length }
  const concluded = verdictLines(people, answer, own)
  const number = reportNumber(
    searchId,
    people.map(({ id }) => id)
  )
  return (
    <article className="paper" aria-labelledby="report-title">
      <div className="row apart">
        <Brand href="/dashboard" />
        <span>Отчёт {number}</span>
      </div>
      <h1 id="report-title">{titleOf(people, areGone)}</h1>
      <Facts source={source} purpose={purpose} />
      <h2>Люди</h2>
      {people.length === 0 && <p>{areGone ? REPORT_TEXTS.nobodyLeft : REPORT_TEXTS.emptyAnswer}</p>}
      {people.length > 0 && (
        <PaperTable
          label="Люди"
          columns={COLUMNS}
          rows={people.map(person => {
            const line = lineOf(person, answer, own, people)
            return {
              key: line.id,
              cells: [
                line.name,
                <span className="date" key="born">
                  {line.born}
                </span>,
                <span key="mark">
                  {line.mark}
                  {line.reasons.length > 0 && ': '}
                  <Sentences of={line.reasons} />
                  {line.caution && `. ${line.caution}`}
                </span>,
                line.verdict,
                line.sources,
                line.records
              ]
            }
          })}
        />
      )}
      {concluded.length > 0 && <h2>Выводы пользователя</h2>}
      {concluded.map(({ id, about, word, note, at }) => (
        <section className="keep" key={id}>
          <h3>{about}</h3>
          <p className="hand">
            <b>{word.charAt(0).toUpperCase() + word.slice(1)}.</b> {note}
            <br />
            {signedText({ at })}
          </p>
        </section>
      ))}
      {proven.map(person => (
        <PersonProof key={person.id} person={person} answer={answer} />
      ))}
      <h2>Источники</h2>
      <PaperTable
        label="Источники"
        columns={SOURCE_COLUMNS}
        rows={sourceLines(answer).map(line => ({
          key: `${line.number}`,
          cells: [line.number, line.title, line.basis, line.asOf, line.shown, line.total]
        }))}
      />
      <section className="keep">
        <h2>Что не показано</h2>
        {notShownLines(answer, counts, withdrawn).map(line => (
          <p key={line}>{line}</p>
        ))}
        <p>
          {REPORT_TEXTS.signs} {isSynthetic(answer) && REPORT_TEXTS.allSynthetic}
        </p>
      </section>
    </article>
  )
}

function titleOf(people: readonly PersonCard[], areGone: boolean): string {
  const [first] = people
  if (!first) return `Отчёт о проверке: ${areGone ? 'показать некого' : 'никто не найден'}`
  const isNamed = people.length === 1 || first.label === 'match'
  return `Отчёт о проверке: ${isNamed ? nameOf(first) : 'возможные совпадения'}`
}

const moscow = (moment: Date) => moscowTime(moment).replace(' ', ', ')

function Facts({ source, purpose }: Pick<PaperProps, 'source' | 'purpose'>) {
  const { past, answer, readAt, composedAt } = source
  const session = useStore($session)
  const moments = [
    `${moscow(new Date(past.searched_at))} (Москва)`,
    readAt !== undefined && `записи прочитаны заново ${moscow(new Date(readAt))}`,
    `отчёт составлен ${moscow(composedAt)}`
  ]
  const facts: [term: string, text: string][] = [
    ['Запрос, как введён', quoted(past.query)],
    ['Понят как', readingText(answer)],
    ['Найдено по каждому', itemLines(answer).join('; ')],
    ['Дата и время', moments.filter(Boolean).join('; ')],
    ['Пользователь', session.step === 'in' ? session.user.username : ''],
    ['Цель', purpose.trim()],
    ['Полнота', completenessText(answer, readAt)]
  ]
  return (
    <dl className="pairs">
      {facts
        .filter(([, text]) => text !== '')
        .map(([term, text]) => [<dt key={term}>{term}</dt>, <dd key={`${term}-text`}>{text}</dd>])}
    </dl>
  )
}
