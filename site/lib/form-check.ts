import * as v from 'valibot'
import type { FormCheck } from './form-store.ts'

/** A rule of `shared/rules` as the check of a form, with the first text of each refused field. */
export const createCheck =
  <S extends v.GenericSchema>(schema: S): FormCheck<v.InferOutput<S>> =>
  values => {
    const checked = v.safeParse(schema, values)
    return checked.success ? { values: checked.output } : { refusals: textsByField(checked.issues) }
  }

/** In the order of the rules. */
function textsByField(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const issue of issues) {
    const field = String(issue.path?.[0]?.key ?? '')
    texts[field] ??= issue.message
  }
  return texts
}
