import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type {
  CallToolResult,
  JSONRPCErrorResponse,
  JSONRPCRequest,
  JSONRPCResultResponse,
  RequestId
} from '@modelcontextprotocol/sdk/types.js'
import type { Context } from '#api/context.ts'
import { ownerOfToken } from '#api/features/tokens/service.ts'
import { agentRefusal } from '#api/http/refusal-forms.ts'
import { databaseRefusal } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { AGENT_ANSWER_MS } from '#api/lib/time-limits.ts'
import { PRODUCT_NAME } from '#shared/constants.ts'
import type { McpError, McpRefusal, McpTool } from '#shared/contracts/programs/mcp.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { AGENT_INSTRUCTIONS } from '#shared/texts/agents.ts'
import { requestRefusal, requestsIn } from './messages.ts'
import { listTools } from './tool-list.ts'
import { type AgentCall, runTool } from './tools.ts'

const VERSION = '1.0.0'

/** Of the protocol: loaded with the first agent, since most servers meet none. */
const loadProtocol = async () => {
  const [{ Server }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/types.js')
  ])
  return { Server, types }
}

/**
 * Answers messages of the Model Context Protocol. Each call stands alone, without a session of the protocol, so that any
 * process answers the next one. Charges are noted for `request` once their answers are in the body.
 *
 * @throws Refusal `TOO_MANY_GUESSES`, `BAD_TOKEN`, whatever the messages are; then of the whole body, and `OVERLOADED`
 * without all answers in time: nothing of it is charged then.
 */
export async function answerAgent(
  context: Context,
  call: Omit<AgentCall, 'noteCharge'>,
  body: unknown,
  limitMs = AGENT_ANSWER_MS
): Promise<Response> {
  const { requestsCount } = await ownerOfToken(context, call)
  const { Server, types } = await loadProtocol()
  const requests = requestsIn(types, call.request.headers, body)
  if (requests.length === 0) return new Response(null, { status: 202 })
  const charges = new Map<RequestId, string>()
  const server = new Server(
    { name: 'sverka', title: PRODUCT_NAME, version: VERSION },
    { capabilities: { tools: {} }, instructions: AGENT_INSTRUCTIONS }
  )
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: listTools() }))
  server.setRequestHandler(
    types.CallToolRequestSchema,
    async ({ params }, { requestId }): Promise<CallToolResult> => {
      const noteCharge = (delivery: string) => void charges.set(requestId, delivery)
      try {
        return resultOf(
          await runTool(context, { ...call, noteCharge }, params.name as McpTool, params.arguments)
        )
      } catch (error) {
        const isGone = call.request.signal.aborted
        // Structured content would have to be an answer.
        return { content: [textOf(refusalOf(error, requestsCount, isGone))], isError: true }
      }
    }
  )
  try {
    const answers = await within(
      limitMs,
      answersOf(server, requests, request => requestRefusal(types, request))
    )
    for (const answer of answers) {
      const delivery = 'result' in answer && charges.get(answer.id)
      if (delivery) context.deliveries.awaitHandOver(call.request, delivery)
    }
    return Response.json(answers.length === 1 ? answers[0] : answers)
  } finally {
    await server.close()
  }
}

type Answer = JSONRPCResultResponse | JSONRPCErrorResponse | McpError

/** One of each request, in their order. */
async function answersOf(
  server: Server,
  requests: readonly JSONRPCRequest[],
  refuse: (request: JSONRPCRequest) => Refusal | null
): Promise<Answer[]> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const answers = new Map<RequestId, Answer>()
  const add = (id: RequestId, answer: Answer) => {
    answers.set(id, answer)
    if (answers.size === requests.length) resolve()
  }
  const transport: Transport = {
    async start() {},
    async close() {
      this.onclose?.()
    },
    async send(message) {
      if (!('method' in message) && message.id !== undefined) add(message.id, message)
    }
  }
  await server.connect(transport)
  for (const request of requests) {
    const refusal = refuse(request)
    if (refusal) add(request.id, agentRefusal(refusal, request.id))
    else transport.onmessage?.(request)
  }
  await promise
  return requests.flatMap(({ id }) => answers.get(id) ?? [])
}

/** @throws Refusal `OVERLOADED` after `ms`. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Refusal('OVERLOADED')), ms)
  try {
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Clients that know no structured content read the text. */
const textOf = (answer: object) => ({ type: 'text', text: JSON.stringify(answer) }) as const
const resultOf = (answer: object): CallToolResult => ({
  content: [textOf(answer)],
  structuredContent: { ...answer }
})

function refusalOf(error: unknown, balance: number, isGone: boolean): McpRefusal {
  const refusal = error instanceof Refusal ? error : databaseRefusal(error)
  if (!refusal && !isGone) log.error('agent_call', { error })
  const { code, message, retryAfterSeconds } = refusal ?? new Refusal('UNEXPECTED')
  return {
    status: 'error',
    code: PROBLEMS[code].status,
    error: message,
    error_code: code,
    charged: 0,
    balance,
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds })
  }
}
