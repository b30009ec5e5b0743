import { agentRefusal, publicRefusal, refusalBody } from '#api/http/refusal-forms.ts'
import { isAgentPath, isPublicPath } from '#api/http/route-contract.ts'
import type { TableRoute } from '#api/http/route-table.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'

const REQUEST_ID = 'aFNOwCQrB14dJqr2'

/** A refusal as pages, sign-in, programs and agents are told it. */
const FORMS = {
  Refusal: (refusal: Refusal) => refusalBody(refusal, REQUEST_ID, '/'),
  AuthRefusal: (refusal: Refusal) => refusalBody(refusal, REQUEST_ID, '/api/auth/'),
  PublicRefusal: publicRefusal,
  AgentRefusal: agentRefusal
} as const

function formOf({ path }: TableRoute): keyof typeof FORMS {
  if (isAgentPath(path)) return 'AgentRefusal'
  if (isPublicPath(path)) return 'PublicRefusal'
  return path.startsWith('/api/auth/') ? 'AuthRefusal' : 'Refusal'
}

const nameOf = (form: string, code: ProblemCode) => `${form}_${code}`

/** By its code: where each refusal of a route stands as the route answers it. */
export const refusalExamples = (
  route: TableRoute,
  codes: readonly ProblemCode[]
): Record<string, { $ref: string }> =>
  Object.fromEntries(
    codes.map(code => [code, { $ref: `#/components/examples/${nameOf(formOf(route), code)}` }])
  )

/** Those that the document refers to, by name. */
export function namedExamples(paths: object): Record<string, { value: unknown }> {
  const text = JSON.stringify(paths)
  const examples: Record<string, { value: unknown }> = {}
  for (const [form, write] of Object.entries(FORMS))
    for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
      const name = nameOf(form, code)
      if (text.includes(`#/components/examples/${name}"`))
        examples[name] = { value: write(new Refusal(code)) }
    }
  return examples
}
