import * as v from 'valibot'
import type { Reader } from './config-values.ts'

/** An account made by configuration or command must be able to sign in. */
export function byRule(rule: v.GenericSchema<string, string>): Reader<string> {
  return text => {
    const checked = v.safeParse(rule, text, { abortPipeEarly: true })
    if (!checked.success) throw new Error(checked.issues[0].message)
    return checked.output
  }
}
