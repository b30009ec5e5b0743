import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { PrivacyAnswer } from '#shared/contracts/privacy/privacy.ts'
import { daysText } from '#shared/texts/days.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { Wait } from '#site/ui/Spinner.tsx'
import { RequestPlace } from './RequestPlace.tsx'
import { Sources } from './Sources.tsx'

const about = createLoad(() =>
  ask<PrivacyAnswer>('/api/privacy', {
    shape: { operator: {}, sources: [{ kind: 'ordinary', count: 0 }] as never, channels: [] },
    refresh: false
  })
)

/** Who handles data on people, where they are from, and how anybody asks about their own. */
export function Privacy() {
  const load = useStore(about.$load)
  useEffect(() => {
    about.load()
  }, [])
  return (
    <div className="stack far">
      <header className="stack tight">
        <h1>Персональные данные</h1>
        <p className="soft">
          Кто обрабатывает сведения в «Сверке», откуда они, и как попросить показать, исправить или убрать их.
        </p>
        <p className="phone">
          <a className="button" href="#request">
            Подать обращение
          </a>
        </p>
      </header>
      {load.step === 'loading' && <Wait>Загрузка...</Wait>}
      {load.step === 'failed' && <Failure text={load.text} onRetry={about.load} />}
      {load.step === 'ready' && (
        <div className="split">
          <div className="stack far">
            <Operator operator={load.data.operator} />
            <Sources sources={load.data.sources} />
            <Rights />
            <Keeping about={load.data} />
          </div>
          <div className="stack" id="request">
            <p className="small soft">Обращение бесплатно, регистрация не нужна.</p>
            <RequestPlace about={load.data} />
          </div>
        </div>
      )}
    </div>
  )
}

function Operator({ operator: { name, address, contact } }: Pick<PrivacyAnswer, 'operator'>) {
  return (
    <section aria-labelledby="who">
      <h2 id="who">Кто отвечает</h2>
      {name ? (
        <p>
          Оператор: {name}
          {address && `, ${address}`}.
        </p>
      ) : (
        <p>Оператор этой установки не указал своё имя. Обращение дойдёт до администратора.</p>
      )}
      {contact && <p>Вопросы о персональных данных: {contact}.</p>}
      <p>Каждый поиск остаётся в журнале: кто искал, когда и сколько записей увидел.</p>
    </section>
  )
}

const RIGHTS: readonly [what: string, text: string][] = [
  ['Узнать', 'какие сведения о вас обрабатывают, откуда они и когда о вас спрашивали.'],
  ['Исправить', 'неверное.'],
  [
    'Возразить',
    'против показа: до решения указанные e-mail, телефон и ФИО с датой рождения скрываются сразу после кода.'
  ],
  [
    'Удалить',
    'сведения. Новая загрузка их не вернёт: хранится не само значение, а ключ, по которому его узнают.'
  ],
  ['Пожаловаться', 'в орган по защите прав субъектов персональных данных, если ответ вас не устроил.']
]

const Rights = () => (
  <section aria-labelledby="rights">
    <h2 id="rights">Ваши права</h2>
    <Rows>
      {RIGHTS.map(([what, text]) => (
        <li key={what}>
          <span>
            <b>{what}</b> {text}
          </span>
        </li>
      ))}
    </Rows>
  </section>
)

const Keeping = ({ about: { history_days, audit_days, request_days } }: { about: PrivacyAnswer }) => (
  <section aria-labelledby="keep">
    <h2 id="keep">Сколько хранится</h2>
    <Rows>
      <li>Записи источника: столько дней, сколько указано в его паспорте.</li>
      <li>История поисков пользователя: {daysText(history_days)}.</li>
      <li>Журнал действий: {daysText(audit_days)}, без текста запросов.</li>
      <li>Данные обращения: {daysText(request_days)} после решения.</li>
    </Rows>
  </section>
)
