import { useStore } from '@nanostores/react'
import { Fragment, useState } from 'react'
import type { RequestView } from '#shared/contracts/admin/subject-requests.ts'
import { REQUEST_STATES, WANTS } from '#shared/labels/subject-requests.ts'
import { dayText } from '#shared/texts/day.ts'
import { errorText } from '#site/lib/ask.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Copy } from '#site/ui/Copy.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Wait } from '#site/ui/Spinner.tsx'
import { Decide } from './Decide.tsx'
import { clockText, toneOf } from './request-words.ts'
import { $handOver, askCode, openRequest, request, sendAgain } from './requests-store.ts'

/** One request: what was stated, what is held, what may be decided. */
export function OneRequest() {
  const load = useStore(request.$load)
  return (
    <div className="stack gap">
      <p>
        <Button size="s" kind="quiet" onClick={() => openRequest(null)}>
          ← Все обращения
        </Button>
      </p>
      {load.step === 'loading' && <Wait>Загрузка...</Wait>}
      {load.step === 'failed' && <Failure text={load.text} onRetry={request.load} />}
      {load.step === 'ready' && <Opened view={load.data} key={load.data.id} />}
    </div>
  )
}

function Opened({ view }: { view: RequestView }) {
  const { state, number, want, has_code, answer } = view
  const isWaiting = state === 'open' || state === 'document'
  return (
    <>
      <HandOver />
      <Card
        title={`${number}: ${WANTS[want]}`}
        action={<Badge tone={toneOf(view)}>{REQUEST_STATES[state]}</Badge>}
      >
        <Facts view={view} />
        {has_code && <CodeToHandOver view={view} />}
      </Card>
      {isWaiting && <Decide view={view} key={state} />}
      {answer !== null && <Answered view={view} />}
    </>
  )
}

function Facts({ view }: { view: RequestView }) {
  const { stated, held, due_on, decided_at_str, decided_by, reason, opened_at_str } = view
  const isLapsed = view.days_left !== null && view.acts_on.length > 0
  const facts: [term: string, text: string | false | null | undefined][] = [
    ['Получено', view.created_at_str],
    ['Подтверждено кодом', view.confirmed_at_str],
    ['Срок', due_on && `до ${dayText(due_on)}${view.days_left === null ? '' : `, ${clockText(view)}`}`],
    ['О ком', view.on_behalf ? 'о другом, через представителя' : 'о себе'],
    ['ФИО', stated?.name],
    ['Дата рождения', stated?.birth_date && dayText(stated.birth_date)],
    ['Телефон', stated?.phone],
    ['E-mail', stated?.email],
    ['Что важно знать', stated?.note],
    ['Исключено', held.join(', ') || (isLapsed && 'ничего: временное исключение кончилось или снято')],
    ['Решение', decided_at_str && `${decided_at_str}, ${decided_by ?? 'учётная запись удалена'}`],
    ['Для журнала', reason],
    ['Отчёт открыт', opened_at_str]
  ]
  return (
    <>
      {stated === null && (
        <p className="soft">Данные обращения удалены по сроку или закрыты прежним ключом.</p>
      )}
      <dl className="pairs">
        {facts
          .filter(([, text]) => text)
          .map(([term, text]) => (
            <Fragment key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </Fragment>
          ))}
      </dl>
    </>
  )
}

/** Where nothing is sent an administrator hands the code over. That it was shown stands in the audit. */
function CodeToHandOver({ view }: { view: RequestView }) {
  const [shown, setShown] = useState('')
  const show = () =>
    askCode(view).then(
      ({ code, contact }) => setShown(`${code}, для ${contact}`),
      error => tell(errorText(error))
    )
  return shown ? (
    <p role="status">Код: {shown}</p>
  ) : (
    <p>
      <Button size="s" onClick={show}>
        Показать код
      </Button>{' '}
      <span className="small soft">Передайте его человеку на указанный адрес. Показ остаётся в журнале.</span>
    </p>
  )
}

function HandOver() {
  const handOver = useStore($handOver)
  if (handOver === null) return null
  return (
    <Banner tone="ochre">
      <b>Передайте ответ: {handOver.contact}.</b> Эта установка сообщений не отправляет.
      <p>
        <Copy text={handOver.text} />
      </p>
    </Banner>
  )
}

function Answered({ view }: { view: RequestView }) {
  const [isBusy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    tell(await sendAgain(view).catch(errorText))
    setBusy(false)
  }
  return (
    <Card
      title="Ответ"
      action={
        <Button size="s" busy={isBusy} onClick={again}>
          Отправить ещё раз
        </Button>
      }
    >
      {view.is_unsent && <Banner tone="red">Ответ не отправлен. Отправьте его ещё раз.</Banner>}
      <p className="soft">{view.answer}</p>
    </Card>
  )
}
