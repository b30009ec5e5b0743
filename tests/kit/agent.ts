import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { MCP_PATH } from '#api/http/route-contract.ts'
import { API_INTERVAL_MS } from '#shared/constants.ts'

/** What a tool answered. */
export interface ToolAnswer {
  isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds and says what it expects of it
  body: any
}

/** An agent of the protocol's own SDK, which holds each answer against the schema that its tool declares. */
export interface Agent {
  client: Client
  call(tool: string, args?: object): Promise<ToolAnswer>
  /** The same, when the interval of the account is over. */
  callInTurn(tool: string, args?: object): Promise<ToolAnswer>
}

export async function agentOf(token: string, url: string): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(MCP_PATH, url), { requestInit: { headers } })
  )
  await client.listTools()
  let nextAt = 0
  const call: Agent['call'] = async (name, args = {}) => {
    const {
      isError = false,
      structuredContent,
      content
    } = await client.callTool({ name, arguments: { ...args } })
    const [{ text }] = content as [{ text: string }]
    if (!isError && JSON.stringify(structuredContent) !== text)
      throw new Error('the text says something else')
    return { isError: isError === true, body: JSON.parse(text) }
  }
  return {
    client,
    call,
    async callInTurn(tool, args) {
      await Bun.sleep(Math.max(0, nextAt - performance.now()))
      const answer = await call(tool, args)
      nextAt = performance.now() + API_INTERVAL_MS
      return answer
    }
  }
}
