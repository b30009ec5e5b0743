import type { SEARCH_COST_REQUESTS } from '#shared/constants.ts'

/** What a search costs, before it is made: «Искать заново, 1 запрос». */
export const SEARCH_PRICE: `${typeof SEARCH_COST_REQUESTS} запрос` = '1 запрос'
