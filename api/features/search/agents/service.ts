import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Context } from '#api/context.ts'
import { ownerOfToken } from '#api/features/tokens/service.ts'
import { databaseRefusal } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { PRODUCT_NAME } from '#shared/constants.ts'
import { MCP_TOOLS, type McpRefusal, type McpTool } from '#shared/contracts/programs/mcp.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { AGENT_INSTRUCTIONS } from '#shared/texts/agents.ts'
import { listTools } from './tool-list.ts'
import { type AgentCall, runTool } from './tools.ts'

const VERSION = '1.0.0'

/** Of the protocol: loaded with the first agent, since most servers meet none. */
const loadProtocol = async () => {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js')
  ])
  return { Server, Transport: WebStandardStreamableHTTPServerTransport, types }
}

/**
 * Answers messages of the Model Context Protocol. Each call stands alone, without a session of the protocol, so that any
 * process answers the next one.
 *
 * @throws Refusal `TOO_MANY_GUESSES`, `BAD_TOKEN`, whatever the messages are.
 */
export async function answerAgent(context: Context, call: AgentCall, messages: unknown): Promise<Response> {
  const { requestsCount } = await ownerOfToken(context, call)
  const { Server, Transport, types } = await loadProtocol()
  const server = new Server(
    { name: 'sverka', title: PRODUCT_NAME, version: VERSION },
    { capabilities: { tools: {} }, instructions: AGENT_INSTRUCTIONS }
  )
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: listTools() }))
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    if (!Object.hasOwn(MCP_TOOLS, params.name))
      throw new types.McpError(types.ErrorCode.InvalidParams, `Инструмента «${params.name}» нет`)
    try {
      return resultOf(await runTool(context, call, params.name as McpTool, params.arguments))
    } catch (error) {
      const isGone = call.request.signal.aborted
      // Structured content would have to be an answer.
      return { content: [textOf(refusalOf(error, requestsCount, isGone))], isError: true }
    }
  })
  const transport = new Transport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(call.request, { parsedBody: messages })
  } finally {
    await server.close()
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
