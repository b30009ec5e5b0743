import type { Refusal } from '#api/lib/refusal.ts'
import type { McpError } from '#shared/contracts/programs/mcp.ts'
import type { PublicRefusal } from '#shared/contracts/programs/public-api.ts'
import type { RefusalBody } from '#shared/contracts/refusal.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'

const AUTH_PATHS = '/api/auth/'

export const publicRefusal = ({ code, message }: Refusal): PublicRefusal => ({
  status: 'error',
  code: PROBLEMS[code].status,
  error: message,
  error_code: code
})

/** JSON-RPC: first code for servers. */
const SERVER_ERROR = -32_000
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602

const RPC_CODES: Partial<Record<ProblemCode, number>> = {
  BAD_JSON: PARSE_ERROR,
  BAD_MESSAGE: INVALID_REQUEST,
  TOO_MANY_MESSAGES: INVALID_REQUEST,
  REPEATED_MESSAGE_ID: INVALID_REQUEST,
  INITIALIZE_ALONE: INVALID_REQUEST,
  UNKNOWN_METHOD: METHOD_NOT_FOUND,
  UNKNOWN_TOOL: INVALID_PARAMS,
  BAD_INPUT: INVALID_PARAMS
}

/** @param id Of the message; null refuses the whole body. */
export const agentRefusal = ({ code, message }: Refusal, id: McpError['id'] = null): McpError => ({
  jsonrpc: '2.0',
  id,
  error: { code: RPC_CODES[code] ?? SERVER_ERROR, message, data: { error_code: code } }
})

export function refusalBody(
  { code, message, fields }: Refusal,
  requestId: string,
  path: string
): RefusalBody {
  return {
    ok: false,
    success: false,
    code,
    error: message,
    request_id: requestId,
    ...(path.startsWith(AUTH_PATHS) ? { message } : {}),
    ...(fields ? { fields } : {})
  }
}
