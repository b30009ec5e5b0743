import type { GenericSchema } from 'valibot'
import type { Role } from '#shared/labels/roles.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import { type TableRoute, withoutSlash } from './route-table.ts'

/** Schemas of what a route answers, by status. */
type Answers = Record<number, GenericSchema>

/** What a route promises, beside its request: read by `GET /api/openapi.json`, and by the tests of every answer. */
export interface RouteContract {
  /** One Russian line. */
  summary: string
  answers: Answers
  /** Codes of the refusals that are the route's own. */
  refusals: readonly ProblemCode[]
  /** Takes an `Idempotency-Key`. */
  takesKey: boolean
  /** Of a body that the handler reads itself. */
  takes?: GenericSchema | undefined
  examples?: RouteExamples | undefined
}

/** By a name in Russian: bodies that it takes, and what it answers to one. */
export interface RouteExamples {
  takes?: Record<string, unknown>
  answers?: Record<string, unknown>
}

/** Who may call a guarded route: everybody who is signed in, or one role only. */
export interface Access {
  role: Role | null
  /** A token will do in place of a session: then the handler asks who calls. */
  takesToken: boolean
  /** Also for an administrator who still has to set up a second factor. */
  isSetUp: boolean
}

/** What a call by a token may be refused for before anything else. */
export const TOKEN_REFUSALS = [
  'TOKEN_IN_ADDRESS',
  'TWO_TOKENS',
  'BAD_TOKEN',
  'TOKEN_EXPIRED',
  'TOKEN_ADDRESS',
  'TOO_OFTEN',
  'TOO_MANY_GUESSES'
] as const

interface ContractOptions<A extends Answers> {
  summary: string
  answers: A
  refusals?: readonly ProblemCode[]
  takesKey?: boolean
  takes?: GenericSchema
  examples?: RouteExamples
}

/**
 * Declares what a route answers, as route options. The compiler holds the handler to it; nothing is checked while the
 * product runs, where a check of a large answer would cost more than the answer, and a wrong one is better than none.
 */
export function contract<A extends Answers>({
  summary,
  answers,
  refusals = [],
  takesKey = false,
  takes,
  examples
}: ContractOptions<A>): { response: { [Status in keyof A]: A[Status] } } {
  const own: RouteContract = { summary, answers, refusals, takesKey, takes, examples }
  return { detail: { contract: own } } as unknown as { response: A }
}

/** What a guard adds to the `detail` of the routes that it guards. */
export const accessDetail = (role: Role | null, more: Partial<Access> = {}): object => ({
  access: { role, takesToken: false, isSetUp: false, ...more } satisfies Access
})

/** Calls of programs: a token instead of a session, and refusals in a form of their own. */
const PUBLIC_PATHS = new Set(['/api/search', '/api/balance'])

/** Calls of programs for tables, in the protocol that they share. */
export const RECONCILE_PATH = '/api/reconcile'

export const isPublicPath = (path: string): boolean =>
  PUBLIC_PATHS.has(withoutSlash(path)) || path === RECONCILE_PATH || path.startsWith(`${RECONCILE_PATH}/`)

/** Calls of agents: messages of JSON-RPC, and so are their refusals. */
export const MCP_PATH = '/api/mcp'
export const isAgentPath = (path: string): boolean => withoutSlash(path) === MCP_PATH

interface Detail {
  contract?: RouteContract
  access?: Access
}

const detailOf = ({ hooks }: TableRoute) => (hooks.detail ?? {}) as Detail

/** What the route promises; undefined of one that promises nothing. */
export const contractOf = (route: TableRoute): RouteContract | undefined => detailOf(route).contract

/** Undefined of a route that everybody may call. */
export const accessOf = (route: TableRoute): Access | undefined => detailOf(route).access

/** Every refusal that the route can give: its own, and those of what stands before it. */
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
