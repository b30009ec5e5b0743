import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Judged, Verdict } from './judge.ts'

const MINUTES = 4

/** sqlmap at what the product takes: the line of a search, a cursor's names, the queries of administrators' lists. */
export async function judgeWithSqlmap({ url, cookie, python }: Judged): Promise<Verdict> {
  return await inScratch(async folder => {
    const common = [
      '--batch',
      '--level',
      '2',
      '--risk',
      '2',
      '--smart',
      '--flush-session',
      '--output-dir',
      folder
    ]
    const sent = [
      '--headers',
      `Cookie: ${cookie}\nSec-Fetch-Site: same-origin\nContent-Type: application/json`
    ]
    const targets = [
      ['-u', `${url}/api/search/perform`, '--data', '{"query":"*","reading":"*"}'],
      ['-u', `${url}/api/search/more`, '--data', '{"search_id":"*","source":"*"}'],
      ['-u', `${url}/api/search`, '--data', '{"token":"*","request":"*"}'],
      ['-u', `${url}/api/news?limit=1*`]
    ]
    const findings: string[] = []
    for (const target of targets) {
      const ran = await runTool(python, 'sqlmap', [...target, ...common, ...sent], folder)
      if (ran === null) return { skipped: 'в --python нет sqlmap' }
      if (/is vulnerable|appears to be '.*' injectable|identified the following injection/.test(ran.text))
        findings.push(`${target[1]}: sqlmap считает, что внедрение возможно`)
    }
    return { findings }
  })
}

/** schemathesis over every path of the product's own description. */
export async function judgeWithSchemathesis({ url, cookie, python }: Judged): Promise<Verdict> {
  const ran = await inScratch(folder =>
    runTool(
      python,
      'schemathesis',
      [
        'run',
        `${url}/api/openapi.json`,
        '--header',
        `Cookie: ${cookie}`,
        '--header',
        'Sec-Fetch-Site: same-origin',
        '--checks',
        'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance',
        '--phases',
        'examples,coverage,fuzzing',
        '--max-time',
        String(45 * (MINUTES - 1))
      ],
      folder
    )
  )
  if (ran === null) return { skipped: 'в --python нет schemathesis' }
  const failures = ran.text.match(/^- .+$/gm) ?? []
  return {
    findings: ran.code === 0 ? [] : failures.length > 0 ? [...new Set(failures)] : [ran.text.slice(-2_000)]
  }
}

async function runTool(
  python: string | null,
  tool: string,
  options: readonly string[],
  cwd: string
): Promise<{ code: number; text: string } | null> {
  const program = python === null ? '' : join(dirname(resolve(python)), tool)
  if (!existsSync(program)) return null
  const child = Bun.spawn([program, ...options], {
    cwd,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: MINUTES * 60_000,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PYTHONIOENCODING: 'utf-8', NO_COLOR: '1' }
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, text: out + err }
}

async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'judges-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
