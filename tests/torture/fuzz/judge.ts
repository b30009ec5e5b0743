import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import { ECHO } from './bodies.ts'
import type { Input } from './inputs.ts'
import type { Answer, Silence } from './speaker.ts'

/** What no refusal may hold: stacks, statements, our files, what was sent. */
const TELLS = new RegExp(
  `${ECHO}|\\bat .+:\\d+:\\d+|node_modules|\\.ts\\b|SELECT |INSERT |PostgresError|TypeError`
)
const API = /^\/(api|admin\/api|dashboard\/api)(\/|$)|^\/refresh\/?$/
/** Bun's own answer to a first line that is no HTTP, before any of our code. */
const NO_HTTP = 505

/** Why an answer is a fault of the product; null when it is none. */
export function faultOf(input: Input, answer: Answer | Silence): string | null {
  const { isOdd } = input
  if (answer === 'silent') return isOdd ? null : 'no answer'
  if (answer === 'closed') return isOdd ? null : 'closed without an answer'
  const { status } = answer
  if (status === NO_HTTP && isOdd) return null
  if (status >= 500) return `status ${status}`
  if (!(status >= 100)) return 'an answer that is no HTTP'
  if (isLetIn(input, answer)) return `let ${input.principal} in`
  if (status >= 400) return refusalFault(input, answer)
  return null
}

function isLetIn({ operation, method, principal }: Input, { status }: Answer): boolean {
  if (operation === null || method !== operation.method || status >= 300) return false
  if (operation.needsSession && principal === 'nobody') return true
  return operation.needsAdministrator && principal !== 'administrator'
}

function refusalFault({ target, method, isOdd }: Input, { status, body, headers }: Answer): string | null {
  if (TELLS.test(body)) return 'a refusal that tells too much'
  if (isOdd || method === 'HEAD' || !API.test(target.split('?')[0] ?? '')) return null
  try {
    const { jsonrpc, error, code, error_code: publicCode, request_id: id } = JSON.parse(body)
    if (jsonrpc !== undefined) {
      const mcpCode: ProblemCode = error.data.error_code
      return PROBLEMS[mcpCode]?.status === status ? null : `${mcpCode} with status ${status}`
    }
    if (publicCode !== undefined) {
      const isRight = PROBLEMS[publicCode as ProblemCode]?.status === status && code === status
      return isRight ? null : `${publicCode} with status ${status}`
    }
    const problem = PROBLEMS[code as ProblemCode]
    if (problem?.status !== status) return `${code} with status ${status}`
    if (id !== headers.get('x-request-id')) return 'a refusal without its number'
    if (headers.get('cache-control') !== 'no-store') return 'a refusal that may be stored'
    return null
  } catch {
    return 'a refusal that is no JSON'
  }
}
