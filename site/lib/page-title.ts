import { PRODUCT_NAME } from '#shared/constants.ts'

/** «Вход в систему · Сверка». */
export const pageTitle = (title: string): string => `${title} · ${PRODUCT_NAME}`
