import { PRODUCT_NAME } from '#shared/constants.ts'
import {
  type ContactChannel,
  type Decision,
  provedAmong,
  type Want
} from '#shared/labels/subject-requests.ts'

export const CODE_MESSAGE = (code: string, minutes: number) => ({
  subject: `${PRODUCT_NAME}: код подтверждения`,
  text: `Код подтверждения обращения о персональных данных: ${code}. Он действует ${minutes} минут. Если вы не подавали обращение, ничего не делайте.`
})

/** For whoever left the page that shows the same. */
export const RECEIPT_MESSAGE = (number: string, day: string) => ({
  subject: `${PRODUCT_NAME}: обращение ${number} принято`,
  text: `Обращение ${number} принято. Ответ придёт сюда до ${day}.`
})

export const ANSWER_SUBJECT = (number: string) => `${PRODUCT_NAME}: ответ на обращение ${number}`

/** Follows the answer to a request for access. */
export const REPORT_LINK = (link: string, days: number) =>
  `Отчёт открывается один раз, в течение ${days} дней: ${link}`

interface ToAnswer {
  want: Want
  channel: ContactChannel
  /** In Russian. */
  acts_on: readonly string[]
}

/** Names what is proved and is acted on, and what is not. */
const actedOn = (what: string, { acts_on, channel }: ToAnswer, isChecked: boolean): string => {
  const { proved, unproved } = provedAmong(acts_on, channel, isChecked)
  const rest =
    unproved.length > 0 &&
    `Не подтверждено: ${unproved.join(', ')}. По этим данным записи не скрываются и не удаляются: для этого нужен документ.`
  return [`Обращение исполнено. Записи по подтверждённым вами данным (${proved.join(', ')}) ${what}.`, rest]
    .filter(Boolean)
    .join(' ')
}

const DONE: Record<Want, (request: ToAnswer, isChecked: boolean) => string> = {
  access: () =>
    'Обращение исполнено. По ссылке ниже вы увидите, какие записи нашлись по подтверждённым вами данным, из каких они источников и когда о вас спрашивали.',
  correct: () =>
    'Обращение исполнено. Если по указанным вами данным были записи с ошибкой, они исправлены или больше не показываются.',
  object: (request, isChecked) => actedOn('не показываются и не появятся снова', request, isChecked),
  erase: (request, isChecked) => actedOn('удаляются, новая загрузка их не вернёт', request, isChecked)
}

/** Stands in a draft where only the administrator can go on. */
export const TO_BE_WRITTEN = 'потому что …'

/** Draft that the administrator edits. */
export const ANSWER_TEMPLATES: Record<Decision, (request: ToAnswer, isChecked: boolean) => string> = {
  fulfil: (request, isChecked) => DONE[request.want](request, isChecked),
  refuse: () =>
    `В обращении отказано, ${TO_BE_WRITTEN} Вы можете подать новое обращение или обратиться в орган по защите прав субъектов персональных данных.`,
  extend: () =>
    'Чтобы ответить, нам нужен документ: без него вас нельзя отличить от однофамильца. Пришлите его ответом на это сообщение. Срок ответа продлён на пять рабочих дней.'
}
