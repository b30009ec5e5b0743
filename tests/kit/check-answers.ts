import * as v from 'valibot'
import { contractOf, isAgentPath, isPublicPath, refusalsOf, statusOf } from '#api/http/route-contract.ts'
import { routesOf, type TableRoute } from '#api/http/route-table.ts'
import { mcpErrorShape } from '#shared/contracts/programs/mcp.ts'
import { publicRefusalShape } from '#shared/contracts/programs/public-api.ts'
import { refusalShape } from '#shared/contracts/refusal.ts'
import type { ProblemCode } from '#shared/problems.ts'

const API = /^\/(api|admin\/api|dashboard\/api|refresh)(\/|$)/
const JSON_TYPE = /^application\/json\b/

/** The routes of the running products, by origin. */
const products = new Map<string, readonly TableRoute[]>()

/** From now on every JSON answer of this product that a test reads must be one that its route declares. */
export function checkAnswersOf(url: string, routes: readonly TableRoute[]): void {
  products.set(new URL(url).origin, routes)
}

/** `fetch`, of whose response nobody reads JSON that its route did not declare. */
export async function fetchChecked(url: URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const routes = products.get(url.origin)
  const method = init.method ?? 'GET'
  if (!routes || !API.test(url.pathname) || !JSON_TYPE.test(response.headers.get('content-type') ?? ''))
    return response
  const check = (body: unknown) => checkAnswer(routes, `${method} ${url.pathname}`, response.status, body)
  const readText = response.text.bind(response)
  response.text = async () => {
    const text = await readText()
    if (text !== '') check(JSON.parse(text))
    return text
  }
  response.json = async () => JSON.parse(await response.text())
  return response
}

/**
 * Holds one answer against what its route declares: its status, its schema, and of a refusal its code.
 *
 * @param call Method and path: `GET /api/news`.
 * @throws Error that names the call, the status and the path of each key that is wrong.
 */
export function checkAnswer(
  routes: readonly TableRoute[],
  call: string,
  status: number,
  body: unknown
): void {
  const [method, path = ''] = call.split(' ')
  const route = routesOf(routes, path).find(each => each.method === method)
  const answers = route ? contractOf(route)?.answers : {}
  if (!answers) throw new Error(`${call} declares no answer`)
  const declared = answers[status]
  const code = status >= 400 ? refusalIn(path, status, body) : null
  if (code !== null) {
    const isDeclared = !route || refusalsOf(route).includes(code)
    if (!isDeclared || statusOf(code) !== status)
      throw new Error(`${call} answered ${status} with ${code}, which it does not declare`)
    return
  }
  const refusalForm = isPublicPath(path)
    ? publicRefusalShape
    : isAgentPath(path)
      ? mcpErrorShape
      : refusalShape
  const schema = declared ?? (status >= 400 ? refusalForm : undefined)
  if (!schema) throw new Error(`${call} answered ${status}, which it does not declare`)
  const { issues } = v.safeParse(schema, body)
  if (!issues) return
  const wrong = issues.map(issue => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
  throw new Error(`${call} answered ${status} against its contract: ${wrong.join('; ')}`)
}

/** The code of a refusal in the form of its path; null of what is none. */
function refusalIn(path: string, status: number, body: unknown): ProblemCode | null {
  if (isAgentPath(path)) {
    const refusal = v.safeParse(mcpErrorShape, body)
    return refusal.success ? (refusal.output.error.data?.error_code ?? null) : null
  }
  if (!isPublicPath(path)) {
    const refusal = v.safeParse(refusalShape, body)
    return refusal.success ? refusal.output.code : null
  }
  const refusal = v.safeParse(publicRefusalShape, body)
  return refusal.success && refusal.output.code === status ? refusal.output.error_code : null
}
