import * as v from 'valibot'
import { API_LIMIT_MIN, IDEMPOTENCY_KEY_MAX_CHARS } from '#shared/constants.ts'
import { compareQuery, comparison } from '#shared/contracts/compare.ts'
import {
  balanceAnswer,
  publicMoreAnswer,
  publicRefusalShape,
  publicSearchAnswer
} from '#shared/contracts/programs/public-api.ts'
import { readingShape } from '#shared/contracts/reading.ts'
import { detail } from '#shared/contracts/search.ts'
import { count } from '#shared/contracts/values.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import { purposeEntries } from '#shared/rules/purpose.ts'
import { isStorable } from '#shared/rules/storable.ts'

const WRONG = PROBLEMS.BAD_INPUT.text

/** An agent reads every word of its answer. */
export const MCP_LIMIT_DEFAULT = 10
export const MCP_LIMIT_MAX = 100
export const MCP_MESSAGES_MAX = 10

const LIMIT = `limit — целое число от ${API_LIMIT_MIN} до ${MCP_LIMIT_MAX}`
const line = v.pipe(v.string(WRONG), v.description('Строка поиска: ФИО, дата рождения, телефон, ИНН, адрес…'))
const free = { status: v.literal('ok'), charged: v.literal(0), balance: count }

export const MCP_TOOLS = {
  understand: {
    takes: v.strictObject({ request: line }, WRONG),
    answers: v.strictObject({ ...free, readings: v.array(readingShape) })
  },
  search: {
    takes: v.strictObject(
      {
        request: line,
        limit: v.pipe(
          v.optional(
            v.pipe(
              v.number(LIMIT),
              v.integer(LIMIT),
              v.minValue(API_LIMIT_MIN, LIMIT),
              v.maxValue(MCP_LIMIT_MAX, LIMIT)
            ),
            MCP_LIMIT_DEFAULT
          ),
          v.description('Сколько записей вернуть')
        ),
        detail: v.pipe(detail, v.description('«full»: сводка каждого человека, а не первых десяти')),
        idempotency_key: v.pipe(
          v.optional(
            v.pipe(
              v.string(WRONG),
              v.minLength(1, WRONG),
              v.maxLength(IDEMPOTENCY_KEY_MAX_CHARS, WRONG),
              v.check(isStorable, WRONG)
            )
          ),
          v.description('Повтор с тем же ключом и той же строкой не списывает второй раз')
        ),
        ...purposeEntries
      },
      WRONG
    ),
    answers: publicSearchAnswer
  },
  more: {
    takes: v.strictObject(
      { cursor: v.pipe(v.string(WRONG), v.description('cursor прошлого ответа')) },
      WRONG
    ),
    answers: publicMoreAnswer
  },
  compare: {
    takes: v.strictObject({ search_id: v.string(WRONG), ...compareQuery.entries }, WRONG),
    answers: v.strictObject({ ...free, ...comparison.entries })
  },
  balance: {
    takes: v.strictObject({}, WRONG),
    answers: v.strictObject({ ...balanceAnswer.entries, charged: v.literal(0) })
  }
} as const
export type McpTool = keyof typeof MCP_TOOLS

/** A refused call, with charge and balance. */
export const mcpRefusalShape = v.strictObject({
  ...publicRefusalShape.entries,
  charged: v.literal(0),
  balance: count,
  retry_after_seconds: v.optional(count)
})
export type McpRefusal = v.InferOutput<typeof mcpRefusalShape>

const CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** Refusal before a tool call: JSON-RPC with our code. `id` is of the message, null of a whole body. */
export const mcpErrorShape = v.strictObject({
  jsonrpc: v.literal('2.0'),
  id: v.nullable(v.union([v.string(), v.number()])),
  error: v.strictObject({
    code: v.pipe(v.number(), v.integer()),
    message: v.string(),
    data: v.optional(v.strictObject({ error_code: v.picklist(CODES) }))
  })
})
export type McpError = v.InferOutput<typeof mcpErrorShape>

const message = v.union([
  v.strictObject({
    jsonrpc: v.literal('2.0'),
    id: v.union([v.number(), v.string()]),
    result: v.record(v.string(), v.unknown())
  }),
  mcpErrorShape
])

/** `POST /api/mcp`: one message or several. */
export const mcpBody = v.pipe(
  v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())], PROBLEMS.BAD_MESSAGE.text),
  v.check(body => !Array.isArray(body) || body.length <= MCP_MESSAGES_MAX, PROBLEMS.TOO_MANY_MESSAGES.text)
)
export const mcpAnswer = v.union([message, v.array(message)])
