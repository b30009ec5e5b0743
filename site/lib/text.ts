import { PRODUCT_NAME } from '#shared/constants.ts'

/** «Вход в систему · Сверка». */
export const pageTitle = (title: string): string => `${title} · ${PRODUCT_NAME}`

/** Text as filters and highlights compare it: without case, «ё» as «е». */
export const normalizeText = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

/** With the full stop that «Примеров И. А.» and a question have already. */
export const fullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
