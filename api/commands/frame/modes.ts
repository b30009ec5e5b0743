import type { Mode } from './declare.ts'
import { UsageError } from './usage-error.ts'

/** The way of the call that its options choose; undefined of a command with one way alone. */
export function modeOf(modes: readonly Mode[], named: ReadonlySet<string>): Mode | undefined {
  const [chosen, other] = modes.filter(({ by }) => by !== null && named.has(by))
  if (chosen && other) throw new UsageError(`Параметры --${chosen.by} и --${other.by} нельзя указать вместе`)
  return chosen ?? modes.find(({ by }) => by === null)
}

/** Options that no mode lists go with every one. */
export function refuseOfOtherModes(mode: Mode, modes: readonly Mode[], named: ReadonlySet<string>): void {
  for (const name of named) {
    if (name === mode.by || mode.options.includes(name)) continue
    const owners = modes.filter(({ options }) => options.includes(name))
    if (owners.length === 0) continue
    if (mode.by !== null) throw new UsageError(`Параметры --${name} и --${mode.by} нельзя указать вместе`)
    const ways = owners.map(({ by }) => `--${by}`).join(' или ')
    throw new UsageError(`Параметр --${name} имеет смысл только вместе с ${ways}`)
  }
}
