import { PRODUCT_NAME } from '#shared/constants.ts'
import type { Decision, Want } from '#shared/labels/subject-requests.ts'

/** Says nothing about whether the person is known. */
export const REQUEST_TAKEN = 'Если адрес указан верно, на него отправлен код из шести цифр.'

export const CODE_MESSAGE = (code: string, minutes: number) => ({
  subject: `${PRODUCT_NAME}: код подтверждения`,
  text: `Код подтверждения обращения о персональных данных: ${code}. Он действует ${minutes} минут. Если вы не подавали обращение, ничего не делайте.`
})

export const ANSWER_SUBJECT = (number: string) => `${PRODUCT_NAME}: ответ на обращение ${number}`

/** Follows the answer to a request for access. */
export const REPORT_LINK = (link: string, days: number) =>
  `Отчёт открывается один раз, в течение ${days} дней: ${link}`

const DONE: Record<Want, string> = {
  access:
    'Обращение исполнено. По ссылке ниже вы увидите, какие записи нашлись по подтверждённым вами данным, из каких они источников и кто о вас спрашивал.',
  correct:
    'Обращение исполнено. Если по указанным вами данным были записи с ошибкой, они исправлены или больше не показываются.',
  object: 'Обращение исполнено. Записи по указанным вами данным не показываются и не появятся снова.',
  erase: 'Обращение исполнено. Записи по указанным вами данным удаляются, новая загрузка их не вернёт.'
}

/** Draft that the administrator edits. */
export const ANSWER_TEMPLATES: Record<Decision, (want: Want) => string> = {
  fulfil: want => DONE[want],
  refuse: () =>
    'В обращении отказано, потому что … Вы можете подать новое обращение или обратиться в орган по защите прав субъектов персональных данных.',
  extend: () =>
    'Чтобы ответить, нам нужен документ: без него вас нельзя отличить от однофамильца. Пришлите его ответом на это сообщение. Срок ответа продлён на пять рабочих дней.'
}
