import { Elysia, ValidationError } from 'elysia'
import { databaseRefusal } from '#api/lib/database-down.ts'
import { log, type OutageLog } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { PublicRefusal } from '#shared/contracts/public-api.ts'
import type { RefusalBody } from '#shared/contracts/refusal.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import { requestIdOf } from './request-id.ts'
import { isPublicPath } from './route-contract.ts'

const AUTH_PATHS = '/api/auth/'
const RETRY_SECONDS = 5
/** What is refused because something of ours does not answer, as the log has it. */
const OUTAGES: Partial<Record<ProblemCode, string>> = {
  DATABASE_DOWN: 'database_down',
  SEARCH_DOWN: 'search_down',
  SEARCH_FAILED: 'search_down'
}

/**
 * Turns any error into a refusal of the contract. Nothing of an unexpected error leaves the server: no message, stack,
 * SQL or submitted value.
 */
export const answerErrors = (outages: OutageLog) =>
  new Elysia({ name: 'answer-errors' }).onError({ as: 'global' }, ({ error, code, set, path, request }) => {
    const requestId = requestIdOf(set)
    const refusal = refusalOf(error, code)
    if (refusal.code === 'UNEXPECTED' && !request.signal.aborted)
      log.error('unexpected', { requestId, error })
    const outage = OUTAGES[refusal.code]
    if (outage) outages.note(outage, error)

    const { status } = PROBLEMS[refusal.code]
    set.status = status
    set.headers['content-type'] = 'application/json;charset=utf-8'
    const retryAfter = refusal.retryAfterSeconds ?? (status === 503 ? RETRY_SECONDS : undefined)
    if (retryAfter !== undefined) set.headers['retry-after'] = String(retryAfter)
    if (isPublicPath(path)) return publicRefusal(refusal)
    return refusalBody(refusal, requestId, path.startsWith(AUTH_PATHS))
  })

const publicRefusal = ({ code, message }: Refusal): PublicRefusal => ({
  status: 'error',
  code: PROBLEMS[code].status,
  error: message,
  error_code: code
})

function refusalBody({ code, message, fields }: Refusal, requestId: string, isAuth: boolean): RefusalBody {
  return {
    ok: false,
    success: false,
    code,
    error: message,
    request_id: requestId,
    ...(isAuth ? { message } : {}),
    ...(fields ? { fields } : {})
  }
}

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

/** Elysia's issues have lost their paths, so the rule is applied again. */
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
  return new Refusal(codeOf(text), { text, ...(Object.keys(fields).length > 0 ? { fields } : {}) })
}

/** A rule whose text belongs to a problem of the catalogue is refused with that problem's code. */
function codeOf(text: string): ProblemCode {
  const problem = Object.entries(PROBLEMS).find(
    ([, problem]) => problem.status === 400 && problem.text === text
  )
  return (problem?.[0] as ProblemCode | undefined) ?? 'BAD_INPUT'
}
