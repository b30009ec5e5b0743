import { type FormEvent, useState } from 'react'
import type { RequestReach, RequestView } from '#shared/contracts/admin/subject-requests.ts'
import type { SubjectReport as Report } from '#shared/contracts/privacy/privacy.ts'
import { type Decision, provedAmong, type Want } from '#shared/labels/subject-requests.ts'
import { ANSWER_TEMPLATES } from '#shared/texts/privacy.ts'
import { AskError, errorText } from '#site/lib/ask.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Check } from '#site/ui/form/Check.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { TextArea } from '#site/ui/form/TextArea.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { Reach } from './Reach.tsx'
import { ReportPreview } from './ReportPreview.tsx'
import { decide, request } from './requests-store.ts'

const FOLLOWS: Record<Want, string> = {
  access: 'человек получит ссылку на отчёт, которая открывается один раз',
  correct: 'исправьте записи в источнике: здесь это остаётся в журнале',
  object: 'исключено навсегда',
  erase: 'исключено навсегда, записи будут стёрты'
}

function followsOf({ want, acts_on, channel }: RequestView, isChecked: boolean): string {
  const { proved, unproved } = provedAmong(acts_on, channel, isChecked)
  if (proved.length === 0) return FOLLOWS[want]
  const rest = unproved.length > 0 && `исключение снимется, код этого не подтверждает: ${unproved.join(', ')}`
  return [`${FOLLOWS[want]}: ${proved.join(', ')}`, rest].filter(Boolean).join('; ')
}
/** One phone may be two people's, and the link shows all that is not left out. */
const REPORT_FIRST = 'Сначала соберите отчёт и отметьте записи, которые не о нём'

/** Somebody else may be meant by what was stated, and more may be of the same person. */
const REACH_FIRST = 'Сначала посмотрите, что затронет решение'

const CHOICES: readonly [Decision, string, (view: RequestView, isChecked: boolean) => string][] = [
  ['fulfil', 'Исполнить', followsOf],
  [
    'refuse',
    'Отказать',
    ({ held }) =>
      held.length > 0 ? 'исключение будет снято, причину увидит человек' : 'причину увидит человек'
  ],
  ['extend', 'Запросить документ', () => 'срок станет больше на пять рабочих дней, один раз']
]

/** What an administrator decides, with the text that goes to the person. */
export function Decide({ view }: { view: RequestView }) {
  const [decision, choose] = useState<Decision>('fulfil')
  const [answer, setAnswer] = useState(() => ANSWER_TEMPLATES.fulfil(view, false))
  const [isChecked, setChecked] = useState(false)
  const [report, setReport] = useState<Report | null>(null)
  const [reach, setReach] = useState<RequestReach | null>(null)
  const hides = view.want === 'object' || view.want === 'erase'
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState({ text: '', answer: '' })

  function pick(next: Decision, isNextChecked: boolean) {
    // What was typed by hand is kept.
    if (answer === ANSWER_TEMPLATES[decision](view, isChecked))
      setAnswer(ANSWER_TEMPLATES[next](view, isNextChecked))
    choose(next)
    // It reaches further with a document.
    if (isNextChecked !== isChecked) setReach(null)
    setChecked(isNextChecked)
  }

  function look(next: RequestReach) {
    setReach(next)
    setFailure({ text: '', answer: '' })
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    if (view.want === 'access' && decision === 'fulfil' && report === null)
      return setFailure({ text: REPORT_FIRST, answer: '' })
    if (hides && decision === 'fulfil' && reach === null) return setFailure({ text: REACH_FIRST, answer: '' })
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
    setBusy(true)
    try {
      tell(
        await decide(view, { decision, answer, reason, identity_checked: isChecked, left_out: [...leftOut] })
      )
    } catch (error) {
      const refusedAnswer = error instanceof AskError ? (error.fields.answer ?? '') : ''
      setFailure({ answer: refusedAnswer, text: refusedAnswer ? '' : errorText(error) })
      // Somebody else may have been quicker.
      if (error instanceof AskError && error.code === 'REQUEST_DECIDED') await request.refresh()
    }
    setBusy(false)
  }

  return (
    <Card title="Решение">
      <form className="stack" onSubmit={submit}>
        <fieldset className="field">
          <legend>Что решено</legend>
          <div className="pick-one">
            {CHOICES.filter(([value]) => value !== 'extend' || !view.is_extended).map(
              ([value, title, note]) => (
                <label key={value}>
                  <input
                    type="radio"
                    name="decision"
                    value={value}
                    checked={value === decision}
                    onChange={() => pick(value, isChecked)}
                  />
                  <span>
                    {title}
                    <small className="soft">{note(view, isChecked)}</small>
                  </span>
                </label>
              )
            )}
          </div>
        </fieldset>
        <Check checked={isChecked} onChange={event => pick(decision, event.target.checked)}>
          Личность проверена по документу: всё указанное принадлежит этому человеку
        </Check>
        {hides && <Reach view={view} isWhole={isChecked} reach={reach} onReach={look} />}
        <ReportPreview
          view={view}
          isWhole={isChecked}
          report={report}
          onReport={setReport}
          leftOut={leftOut}
          onLeftOut={setLeftOut}
        />
        <Field label="Ответ человеку" hint="Не пишите, были ли данные" error={failure.answer}>
          {ties => (
            <TextArea {...ties} rows={5} value={answer} onChange={event => setAnswer(event.target.value)} />
          )}
        </Field>
        <TextField
          label="Для журнала"
          hint="Человек этого не увидит. Необязательно"
          name="reason"
          autoComplete="off"
        />
        {failure.text && <Banner tone="red">{failure.text}</Banner>}
        <p>
          <Button type="submit" kind="primary" busy={isBusy}>
            {CHOICES.find(([value]) => value === decision)?.[1]} {view.number}
          </Button>
        </p>
      </form>
    </Card>
  )
}
