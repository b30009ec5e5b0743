import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { PrivacyAnswer } from '#shared/contracts/privacy/privacy.ts'
import { dayText } from '#shared/texts/day.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { CodeStep } from './CodeStep.tsx'
import { RequestForm } from './RequestForm.tsx'
import { $request, type RequestStep, resumeRequest, startAnew } from './request-store.ts'

/** Form, code and answer, one after the other. The focus goes to what has come. */
export function RequestPlace({ about }: { about: PrivacyAnswer }) {
  const request = useStore($request)
  const place = useRef<HTMLDivElement>(null)
  const step = request.step === 'code' && request.isOver ? 'over' : request.step
  const shown = useRef(step)
  useEffect(resumeRequest, [])
  useEffect(() => {
    if (shown.current !== step) place.current?.querySelector('h2')?.focus()
    shown.current = step
  }, [step])
  return (
    <div ref={place}>
      {request.step === 'form' && <RequestForm about={about} />}
      {request.step === 'code' && <CodeStep about={about} {...request} />}
      {request.step === 'taken' && <Confirmed about={about} {...request} />}
    </div>
  )
}

function Confirmed({
  about,
  confirmation: { number, want, due_on },
  to
}: Extract<RequestStep, { step: 'taken' }> & { about: PrivacyAnswer }) {
  const isHidden = want === 'object' || want === 'erase'
  return (
    <section className="card stack" aria-labelledby="confirmed">
      <Banner tone="moss">Обращение {number} принято.</Banner>
      <h2 id="confirmed" tabIndex={-1}>
        Что будет дальше
      </h2>
      <Rows>
        {isHidden && (
          <li>
            С этой минуты и до решения, но не дольше пяти рабочих дней после срока, не показываются записи с
            указанными вами e-mail и телефоном, а с ФИО только вместе с датой рождения.
          </li>
        )}
        <li>
          {`Ответ придёт ${to ? `на ${to}` : 'туда же, куда и код,'} за десять рабочих дней, до ${dayText(due_on)}.`}
        </li>
        <li>
          {about.handed_over
            ? 'Запишите номер обращения: эта установка сообщений не отправляет.'
            : 'Номер обращения и срок придут и сообщением.'}
        </li>
        <li>Мы можем попросить документ, если без него нельзя отличить вас от однофамильца.</li>
      </Rows>
      <p className="soft">Это сообщение одинаково для всех: оно не говорит, есть ли здесь сведения о вас.</p>
      <p>
        <Button size="s" onClick={startAnew}>
          Новое обращение
        </Button>
      </p>
    </section>
  )
}
