import type * as Protocol from '@modelcontextprotocol/sdk/types.js'
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { Refusal } from '#api/lib/refusal.ts'
import { MCP_TOOLS } from '#shared/contracts/programs/mcp.ts'
import { ownValue } from '#shared/own-value.ts'

type Types = typeof Protocol

/** The protocol wants both of every client. */
const ACCEPTED = ['application/json', 'text/event-stream']

/**
 * Requests of a body. Its notifications and responses are left out: without a session they concern nothing, and a
 * cancellation would leave its request without an answer.
 *
 * @throws Refusal of the whole body.
 */
export function requestsIn(types: Types, headers: Headers, body: unknown): JSONRPCRequest[] {
  const accept = headers.get('accept')?.toLowerCase() ?? ''
  if (!ACCEPTED.every(type => accept.includes(type))) throw new Refusal('NOT_ACCEPTABLE')
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  const areMessages = messages.every(message => types.JSONRPCMessageSchema.safeParse(message).success)
  if (messages.length === 0 || !areMessages) throw new Refusal('BAD_MESSAGE')
  const requests = messages.filter(types.isJSONRPCRequest)
  // Of two answers under one id a client would take one, and the other may have been charged.
  if (new Set(requests.map(({ id }) => id)).size < requests.length) throw new Refusal('REPEATED_MESSAGE_ID')
  if (requests.some(({ method }) => method === 'initialize')) {
    if (messages.length > 1) throw new Refusal('INITIALIZE_ALONE')
  } else {
    const version = headers.get('mcp-protocol-version')
    if (version !== null && !types.SUPPORTED_PROTOCOL_VERSIONS.includes(version))
      throw new Refusal('UNKNOWN_PROTOCOL_VERSION')
  }
  return requests.map(withoutTask)
}

/** Tasks are not offered; their marks in a request are ignored, as the protocol wants. */
function withoutTask(request: JSONRPCRequest): JSONRPCRequest {
  if (request.params === undefined) return request
  const { task: _, _meta, ...params } = request.params
  return { ...request, params }
}

/** Why a request gets no further than to its error; null where it does. */
export function requestRefusal(types: Types, request: JSONRPCRequest): Refusal | null {
  const schema = ownValue(
    {
      initialize: types.InitializeRequestSchema,
      ping: types.PingRequestSchema,
      'tools/list': types.ListToolsRequestSchema,
      'tools/call': types.CallToolRequestSchema
    },
    request.method
  )
  if (schema === undefined) return new Refusal('UNKNOWN_METHOD')
  const { data } = schema.safeParse(request)
  if (data === undefined) return new Refusal('BAD_INPUT')
  return data.method === 'tools/call' && !Object.hasOwn(MCP_TOOLS, data.params.name)
    ? new Refusal('UNKNOWN_TOOL')
    : null
}
