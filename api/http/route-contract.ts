import type { GenericSchema } from 'valibot'
import type { Role } from '#shared/labels/roles.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import { type TableRoute, withoutSlash } from './route-table.ts'

type Answers = Record<number, GenericSchema>

/** Read by `GET /api/openapi.json` and by tests of answers. */
interface RouteContract {
  /** One Russian line. */
  summary: string
  answers: Answers
  refusals: readonly ProblemCode[]
  /** Takes an `Idempotency-Key`. */
  takesKey: boolean
  /** Body read by the handler. */
  takes?: GenericSchema | undefined
  /** Media type of an answer that is no JSON. */
  type?: string | undefined
  examples?: RouteExamples | undefined
}

type Examples = Record<string, unknown>

/** By Russian name; answers by status, where their schema says too little to write one. */
export interface RouteExamples {
  takes?: Examples
  answers?: Record<number, Examples>
}

export interface Access {
  role: Role | null
  takesToken: boolean
  /** Also before a required second factor is set up. */
  isSetUp: boolean
}

/** What a token itself may be refused for. */
export const BAD_TOKENS = [
  'BAD_TOKEN',
  'TOKEN_EXPIRED',
  'TOKEN_ADDRESS',
  'SECOND_FACTOR_REQUIRED',
  'TOO_MANY_GUESSES'
] as const

/** What a call by a token may be refused for before anything else. */
export const TOKEN_REFUSALS = ['TOKEN_IN_ADDRESS', 'TWO_TOKENS', 'TOO_OFTEN', ...BAD_TOKENS] as const

interface ContractOptions<A extends Answers> {
  summary: string
  answers: A
  refusals?: readonly ProblemCode[]
  takesKey?: boolean
  takes?: GenericSchema
  type?: string
  examples?: RouteExamples
}

/**
 * Declares answers as route options, checked by the compiler only: a check at run time would cost more than the answer.
 */
export function contract<A extends Answers>({
  summary,
  answers,
  refusals = [],
  takesKey = false,
  takes,
  type,
  examples
}: ContractOptions<A>): { response: { [Status in keyof A]: A[Status] } } {
  const own: RouteContract = { summary, answers, refusals, takesKey, takes, type, examples }
  return { detail: { contract: own } } as unknown as { response: A }
}

export const accessDetail = (role: Role | null, more: Partial<Access> = {}): object => ({
  access: { role, takesToken: false, isSetUp: false, ...more } satisfies Access
})

/** Calls of programs, with refusals of their own form. */
const PUBLIC_PATHS = new Set(['/api/search', '/api/balance'])

export const RECONCILE_PATH = '/api/reconcile'

/** Other origins may call it. */
export const isOpenPath = (path: string): boolean =>
  path === RECONCILE_PATH || path.startsWith(`${RECONCILE_PATH}/`)

export const isPublicPath = (path: string): boolean =>
  PUBLIC_PATHS.has(withoutSlash(path)) || isOpenPath(path)

export const MCP_PATH = '/api/mcp'
export const isAgentPath = (path: string): boolean => withoutSlash(path) === MCP_PATH

/** A browser goes there, and no script: what is refused is said by a page. */
export const isNavigationPath = (path: string): boolean => path.startsWith('/api/auth/oidc/')

interface Detail {
  contract?: RouteContract
  access?: Access
}

const detailOf = ({ hooks }: TableRoute) => (hooks.detail ?? {}) as Detail

export const contractOf = (route: TableRoute): RouteContract | undefined => detailOf(route).contract

/** Undefined for a public route. */
export const accessOf = (route: TableRoute): Access | undefined => detailOf(route).access

/** Own refusals and those of its guards. */
export function refusalsOf(route: TableRoute): ProblemCode[] {
  const { body, query } = route.hooks
  const access = accessOf(route)
  return [
    ...new Set<ProblemCode>([
      ...(contractOf(route)?.refusals ?? []),
      ...(access ? (['NOT_SIGNED_IN'] as const) : []),
      ...(access && !access.isSetUp ? (['SECOND_FACTOR_REQUIRED'] as const) : []),
      ...(access?.takesToken ? TOKEN_REFUSALS : []),
      ...(access?.role ? (['FORBIDDEN'] as const) : []),
      ...(route.method === 'GET' ? [] : (['CROSS_SITE', 'BODY_TOO_LARGE'] as const)),
      ...((body ?? contractOf(route)?.takes) ? (['BAD_INPUT', 'BAD_JSON', 'UNSUPPORTED_TYPE'] as const) : []),
      ...(query ? (['BAD_INPUT'] as const) : []),
      'UNEXPECTED',
      'DATABASE_DOWN',
      'STOPPING'
    ])
  ]
}

export const statusOf = (code: ProblemCode): number => PROBLEMS[code].status
