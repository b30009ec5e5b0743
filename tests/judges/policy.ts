import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import type { Judged, Verdict } from './judge.ts'

const PATHS = [
  '/',
  '/login',
  '/search',
  '/history',
  '/admin/users',
  '/apidocs',
  '/absent',
  '/api/search/health'
]
/** Not what may be: of 'self', where a host serves JSONP, Angular or files that users send. The product serves none of them. */
const GRAVE = new Set([Severity.HIGH, Severity.MEDIUM, Severity.SYNTAX])

/** Google's csp_evaluator on the content policy of every kind of page. */
export async function judgePolicy({ url, cookie }: Pick<Judged, 'url' | 'cookie'>): Promise<Verdict> {
  const findings = new Set<string>()
  for (const path of PATHS) {
    const { headers } = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' })
    const policy = headers.get('content-security-policy')
    if (policy === null) findings.add(`${path}: политики нет`)
    else
      for (const { severity, directive, description } of new CspEvaluator(
        new CspParser(policy).csp
      ).evaluate())
        if (GRAVE.has(severity)) findings.add(`${path}: ${directive}: ${description}`)
  }
  return { findings: [...findings] }
}
