import type { JsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { wholeSchema } from '#api/features/openapi/service.ts'
import { MCP_TOOLS, type McpTool } from '#shared/contracts/programs/mcp.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { TOOL_TEXTS } from '#shared/texts/agents.ts'

/** Longer lists of codes are left out: an agent reads the whole list of tools before its first call. */
const ENUM_MAX = 24

interface ListedTool {
  name: McpTool
  title: string
  description: string
  inputSchema: { type: 'object' }
  outputSchema: { type: 'object' }
  annotations: { readOnlyHint: boolean; destructiveHint: false; openWorldHint: false }
}

/** The tools as `tools/list` tells them, written from their contracts. */
export const listTools = (): ListedTool[] => Object.keys(MCP_TOOLS).map(name => listed(name))

/** Written once: anybody with a token may ask for the list as often as they like. */
const listed = memoize((key): ListedTool => {
  const name = key as McpTool
  const { takes, answers } = MCP_TOOLS[name]
  return {
    name,
    ...TOOL_TEXTS[name],
    inputSchema: objectSchema(takes, 'input'),
    outputSchema: objectSchema(answers, 'output'),
    annotations: { readOnlyHint: name !== 'search', destructiveHint: false, openWorldHint: false }
  }
})

function objectSchema(schema: GenericSchema, typeMode: 'input' | 'output'): { type: 'object' } {
  return { ...(shortened(wholeSchema(schema, typeMode)) as JsonSchema), type: 'object' }
}

function shortened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shortened)
  if (typeof schema !== 'object' || schema === null) return schema
  const own = schema as Record<string, unknown>
  const isLong = Array.isArray(own.enum) && own.enum.length > ENUM_MAX
  const { enum: _, ...rest } = own
  const entries = Object.entries(isLong ? { type: 'string', ...rest } : own)
  return Object.fromEntries(entries.map(([key, value]) => [key, shortened(value)]))
}
