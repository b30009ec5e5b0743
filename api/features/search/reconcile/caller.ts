import { oneToken } from '#api/features/search/public/service.ts'

type Query = Record<string, string>

/**
 * OpenRefine puts `?type=` behind the address of properties, which has a query already: what comes behind a second
 * question mark are more parameters.
 */
export function parametersOf(query: Query): Query {
  const [token = '', ...more] = (query.token ?? '').split('?')
  return more.length === 0
    ? query
    : { ...query, token, ...Object.fromEntries(new URLSearchParams(more.join('&'))) }
}

/** In the address, as the protocol has it, in the body or as a bearer. @throws Refusal `TWO_TOKENS`. */
export const tokenOf = (query: Query, { headers }: Request, inBody?: string | null): string | null =>
  oneToken(headers, parametersOf(query).token, inBody)
