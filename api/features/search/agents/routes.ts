import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Context } from '#api/context.ts'
import { AGENT_EXAMPLES } from '#api/features/search/public/call-examples.ts'
import { tokenIn } from '#api/features/search/public/service.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { BAD_TOKENS, contract, MCP_PATH } from '#api/http/route-contract.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { AGENT_REFUSALS } from '#shared/contracts/programs/agent-refusals.ts'
import { mcpAnswer, mcpBody, mcpErrorShape } from '#shared/contracts/programs/mcp.ts'
import { answerAgent } from './service.ts'

const MESSAGE_REFUSALS = Object.keys(AGENT_REFUSALS) as (keyof typeof AGENT_REFUSALS)[]

/** What agents call: the Model Context Protocol over HTTP. */
export const agentRoutes = (context: Context) =>
  new Elysia({ name: 'agents' }).use(guard(context)).post(
    MCP_PATH,
    async ({ body, query, address, request }) => {
      // A page of somebody else must not call a server of this machine in its visitor's name.
      const origin = request.headers.get('origin')
      if (origin !== null && origin !== context.config.publicOrigin) throw new Refusal('CROSS_SITE')
      const token = tokenIn(null, query, request.headers)
      return await answerAgent(context, { token, address, request }, body)
    },
    {
      addressed: true,
      body: mcpBody,
      afterResponse: ({ request }) => context.deliveries.handedOver(request),
      ...contract({
        summary: 'Сообщения агентов: Model Context Protocol',
        answers: {
          200: mcpAnswer,
          202: v.null(),
          400: mcpErrorShape,
          406: mcpErrorShape,
          415: mcpErrorShape
        },
        refusals: ['TOKEN_IN_ADDRESS', ...MESSAGE_REFUSALS, 'OVERLOADED', ...BAD_TOKENS],
        examples: AGENT_EXAMPLES
      })
    }
  )
