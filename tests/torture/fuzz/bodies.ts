import type { Random } from '#api/db/seed/random.ts'
import { BODY_MAX_BYTES, BYPASS_TOKEN } from '#shared/constants.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { BAD_BODIES, BAD_VALUES } from './bad-values-table.ts'
import type { Schema } from './operations.ts'

/** What inputs are made of beside the tables. */
export interface Material {
  /** Lines that find somebody. */
  lines: readonly string[]
  /** Lines that mean harm. */
  hostile: readonly string[]
}

/** Stands in many bodies, and never in a refusal. */
export const ECHO = 'echo-me-please'

const DEEPEST = 7_000
const PLAUSIBLE: Record<string, (random: Random, material: Material) => unknown> = {
  username: random => random.pick(['fuzzer', 'someone', 'nobodyatall']),
  // What passes every rule is hashed, which takes longer than all the rest of an input.
  password: random => (random.chance(0.1) ? PASSWORD : 'short'),
  turnstile_token: () => BYPASS_TOKEN,
  current_password: () => `${PASSWORD} not`,
  query: (random, { lines }) => random.pick(lines),
  request: (random, { lines }) => random.pick(lines),
  limit: random => random.between(10, 10_000),
  phone: random => `+7973${random.between(1_000_000, 9_999_999)}`,
  telegram_chat_id: random => String(random.below(1_000_000))
}

type Bytes = (random: Random, body: Buffer) => Buffer

/** Harm that is done to a body as bytes. */
const DAMAGES: Bytes[] = [
  (random, body) => body.subarray(0, random.below(body.length + 1)),
  (_, body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
  (_, body) => Buffer.from(body.toString('utf8'), 'utf16le'),
  (_, body) => Buffer.concat([body, Buffer.from([0])]),
  (random, body) =>
    replaced(body, random.below(body.length + 1), random.pick([0, 0x80, 0xc0, 0xed, 0xff, 0x22])),
  (random, body) => Buffer.concat([body.subarray(0, random.below(body.length + 1)), body])
]

/** A body for a route, whole or harmed; the same for the same chances. */
export function makeBody(random: Random, schema: Schema | null, material: Material): Buffer {
  const way = random.below(100)
  if (way < 8) return Buffer.from(random.pick(BAD_BODIES))
  if (way < 11) return Buffer.from(nested(random))
  if (way < 12) return Buffer.alloc(BODY_MAX_BYTES - 1 + random.below(3), random.pick(['x', ' ', '[', '"']))
  const text = writtenOut(random, fieldsOf(random, schema, material))
  const body = Buffer.from(text)
  return random.chance(0.15) ? random.pick(DAMAGES)(random, body) : body
}

function fieldsOf(
  random: Random,
  schema: Schema | null,
  material: Material
): [name: string, value: unknown][] {
  const names = Object.keys((schema?.properties as object | undefined) ?? { a: 1 })
  const required = new Set((schema?.required as string[] | undefined) ?? names)
  const fields = names
    .filter(name => random.chance(required.has(name) ? 0.96 : 0.25))
    .map((name): [string, unknown] => [name, valueFor(random, name, material)])
  if (random.chance(0.1)) fields.push([JSON.stringify(random.pick(BAD_VALUES)), random.pick(BAD_VALUES)])
  if (random.chance(0.1))
    fields.push([random.pick(['role', 'id', 'is_admin', 'requests_count']), 'Администратор'])
  if (random.chance(0.1) && fields[0]) fields.push([fields[0][0], random.pick(BAD_VALUES)])
  return fields
}

function valueFor(random: Random, name: string, material: Material): unknown {
  const way = random.below(10)
  const plausible = PLAUSIBLE[name]
  if (way < 3 && plausible) return plausible(random, material)
  if (way < 6) return random.pick(material.hostile)
  if (way < 7) return `${ECHO} ${random.pick(material.hostile)}`
  return random.pick(BAD_VALUES)
}

/** As text, since an object cannot have a name twice. */
const writtenOut = (random: Random, fields: [string, unknown][]) => {
  const text = `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
  return random.chance(0.02) ? `[${text}]` : text
}

function nested(random: Random): string {
  const depth = random.pick([15, 16, 17, 100, 5_000, DEEPEST])
  return random.chance(0.5)
    ? '['.repeat(depth) + ']'.repeat(depth)
    : `${'{"query":'.repeat(depth)}1${'}'.repeat(depth)}`
}

function replaced(body: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(body)
  if (at < copy.length) copy[at] = byte
  return copy
}
