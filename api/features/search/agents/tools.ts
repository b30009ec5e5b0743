import * as v from 'valibot'
import type { Context } from '#api/context.ts'
import type { FinishedAnswer } from '#api/features/search/answer/prepared-answer.ts'
import { readingsOf } from '#api/features/search/catalogue.ts'
import { compareInSearch } from '#api/features/search/past/service.ts'
import {
  balanceByToken,
  programCaller,
  publicErrorOf,
  searchByToken
} from '#api/features/search/public/service.ts'
import type { SearchCaller } from '#api/features/search/reserve-credit.ts'
import { admitCall, type TokenCall } from '#api/features/tokens/service.ts'
import { codeOfText, Refusal } from '#api/lib/refusal.ts'
import { MCP_TOOLS, type McpTool } from '#shared/contracts/programs/mcp.ts'
import type { PublicSearchBody } from '#shared/contracts/programs/public-api.ts'

/** A message that calls tools. */
export interface AgentCall extends TokenCall {
  request: Request
  /** Takes the delivery of a charged answer. */
  noteCharge(delivery: string): void
}

type Runner = (context: Context, call: AgentCall, taken: never) => Promise<object>
type ToolInput<T extends McpTool> = v.InferOutput<(typeof MCP_TOOLS)[T]['takes']>

const RUNNERS: Record<McpTool, Runner> = {
  async understand(context, call, { request }: ToolInput<'understand'>) {
    const caller = await admitted(context, call)
    const { readings } = await readingsOf(context, caller.userId, request, caller.signal)
    return { status: 'ok', charged: 0, balance: caller.requestsCount, readings }
  },
  search: (context, call, { idempotency_key: clientKey, ...body }: ToolInput<'search'>) =>
    searchBy(context, call, body, clientKey ?? null),
  more: (context, call, { cursor }: ToolInput<'more'>) => searchBy(context, call, { cursor }, null),
  async compare(context, call, { search_id: searchId, a, b }: ToolInput<'compare'>) {
    const caller = await admitted(context, call)
    const { success: _, ...compared } = objectIn(await compareInSearch(context, caller, searchId, { a, b }))
    return { status: 'ok', charged: 0, balance: caller.requestsCount, ...compared }
  },
  async balance(context, call) {
    return { ...(await balanceByToken(context, call)), charged: 0 }
  }
}

/**
 * Runs a tool with what an agent gave it. A charge is noted once its answer is whole.
 *
 * @throws Refusal of the input, then as the same call of the token API.
 */
export async function runTool(
  context: Context,
  call: AgentCall,
  name: McpTool,
  given: unknown
): Promise<object> {
  const { issues, output } = v.safeParse(MCP_TOOLS[name].takes, given ?? {})
  if (issues) throw inputRefusal(issues[0])
  try {
    return await RUNNERS[name](context, call, output as never)
  } catch (error) {
    throw publicErrorOf(error)
  }
}

async function searchBy(
  context: Context,
  call: AgentCall,
  body: PublicSearchBody,
  clientKey: string | null
): Promise<object> {
  const answer = await searchByToken(context, call, body, callOptions(call.request, clientKey))
  const content = objectIn(answer)
  answer.release()
  // Last: of an answer that fails before, the charge is given back.
  if (answer.delivery !== null) call.noteCharge(answer.delivery)
  return content
}

async function admitted(context: Context, call: AgentCall): Promise<SearchCaller> {
  return programCaller(await admitCall(context, call), call.address, callOptions(call.request, null))
}

const callOptions = ({ signal }: Request, clientKey: string | null) => ({ clientKey, signal })

const objectIn = ({ body }: FinishedAnswer): Record<string, unknown> =>
  JSON.parse(Buffer.concat(body).toString())

const FIELD_CHARS = 50

/** Names the field: an agent has nobody to ask. */
function inputRefusal({ path, message }: v.BaseIssue<unknown>): Refusal {
  const field = String(path?.[0]?.key ?? '')
  const code = field === 'limit' ? 'BAD_LIMIT' : codeOfText(message)
  const text = code === 'BAD_INPUT' && field ? `${message}: ${field.slice(0, FIELD_CHARS)}` : message
  return new Refusal(code, { text })
}
