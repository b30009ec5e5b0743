import type { Refusal } from '#api/lib/refusal.ts'
import type { McpError } from '#shared/contracts/programs/mcp.ts'
import type { PublicRefusal } from '#shared/contracts/programs/public-api.ts'
import type { RefusalBody } from '#shared/contracts/refusal.ts'
import { PROBLEMS } from '#shared/problems.ts'

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

export const agentRefusal = ({ code, message }: Refusal): McpError => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: code === 'BAD_JSON' ? PARSE_ERROR : SERVER_ERROR, message, data: { error_code: code } }
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
