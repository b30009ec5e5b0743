import { Elysia, ValidationError } from 'elysia'
import { databaseRefusal } from '#api/lib/database-down.ts'
import { log, type OutageLog } from '#api/lib/log.ts'
import { codeOfText, Refusal } from '#api/lib/refusal.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import { PROVIDER_REFUSALS } from '#shared/rules/provider-refusals.ts'
import { agentRefusal, publicRefusal, refusalBody } from './refusal-forms.ts'
import { requestIdOf } from './request-id.ts'
import { isAgentPath, isNavigationPath, isPublicPath } from './route-contract.ts'

const RETRY_SECONDS = 5
const OUTAGES: Partial<Record<ProblemCode, string>> = {
  DATABASE_DOWN: 'database_down',
  SEARCH_DOWN: 'search_down',
  SEARCH_FAILED: 'search_down'
}

/** Nothing of an unexpected error leaves the server. */
export const answerErrors = (outages: OutageLog, drop: (request: Request) => void) =>
  new Elysia({ name: 'answer-errors' }).onError({ as: 'global' }, ({ error, code, set, path, request }) => {
    drop(request)
    const requestId = requestIdOf(set)
    const refusal = refusalOf(error, code)
    if (refusal.code === 'UNEXPECTED' && !request.signal.aborted)
      log.error('unexpected', { requestId, error })
    const outage = OUTAGES[refusal.code]
    if (outage) outages.note(outage, error)

    if (isNavigationPath(path) && refusal.code in PROVIDER_REFUSALS) {
      set.status = 302
      set.headers.location = `/login/code?refused=${refusal.code}`
      return ''
    }
    const { status } = PROBLEMS[refusal.code]
    set.status = status
    set.headers['content-type'] = 'application/json;charset=utf-8'
    const retryAfter = refusal.retryAfterSeconds ?? (status === 503 ? RETRY_SECONDS : undefined)
    if (retryAfter !== undefined) set.headers['retry-after'] = String(retryAfter)
    if (isPublicPath(path)) return publicRefusal(refusal)
    if (isAgentPath(path)) {
      // RFC 6750 §3.
      if (status === 401) set.headers['www-authenticate'] = 'Bearer'
      return agentRefusal(refusal)
    }
    return refusalBody(refusal, requestId, path)
  })

function refusalOf(error: unknown, code: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Error && error.cause instanceof Refusal) return error.cause
  if (error instanceof ValidationError) return validationRefusal(error)
  if (code === 'NOT_FOUND') return new Refusal('NO_SUCH_PATH')
  const ofDatabase = databaseRefusal(error)
  if (ofDatabase) return ofDatabase
  if (code === 'PARSE') return new Refusal('BAD_JSON')
  return new Refusal('UNEXPECTED')
}

interface Issue {
  message: string
  path?: readonly { key: PropertyKey }[]
}

/** Elysia's issues lack paths, so the rule is applied again. */
function validationRefusal(error: ValidationError): Refusal {
  const { validator, value } = error as unknown as { validator: Record<string, unknown>; value: unknown }
  const rule = ('~standard' in validator ? validator : validator.schema) as
    | { '~standard'?: { validate(value: unknown): { issues?: readonly Issue[] } } }
    | undefined
  const issues = rule?.['~standard']?.validate(value).issues ?? []
  const fields: Record<string, string> = {}
  for (const { message, path } of issues) {
    const name = path?.[0]?.key
    if (typeof name === 'string') fields[name] ??= message
  }
  const text = issues[0]?.message ?? PROBLEMS.BAD_INPUT.text
  return new Refusal(codeOfText(text), { text, ...(Object.keys(fields).length > 0 ? { fields } : {}) })
}
