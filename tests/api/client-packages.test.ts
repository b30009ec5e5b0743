import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packClients } from '../../clients/pack.ts'

const folder = mkdtempSync(join(tmpdir(), 'sverka-clients-'))
const typescript = join(folder, 'typescript')
const python = join(folder, 'python')
beforeAll(() => packClients(folder))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(cwd: string, ...command: string[]): Promise<{ code: number; printed: string }> {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'pipe' })
  const [printed, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text()
  ])
  return { code: await child.exited, printed: printed + errors }
}

test('the package of TypeScript holds its tests and has what a registry takes', async () => {
  const { code, printed } = await run(typescript, process.execPath, 'test', './sverka.test.ts')
  expect([code, printed]).toEqual([0, expect.stringContaining('2 pass')])
  const { printed: listed } = await run(typescript, process.execPath, 'pm', 'pack', '--dry-run')
  for (const file of ['package.json', 'README.md', 'sverka.js', 'sverka.d.ts', 'sverka.ts'])
    expect(listed).toContain(file)
  expect(listed).not.toContain('sverka.test.ts')
})

test('a program in TypeScript that uses the package compiles against its types alone', async () => {
  const program = join(folder, 'program.ts')
  await Bun.write(
    program,
    `import { createSverka, type SearchAnswer } from './typescript/sverka.js'
     export const name = async (): Promise<string | null> => {
       const answer: SearchAnswer = await createSverka('https://example.com', 'ps_').search('Примеров Илья')
       return answer.persons[0]?.name ?? null
     }`
  )
  rmSync(join(typescript, 'sverka.ts'))
  const compiler = join(import.meta.dir, '../../node_modules/typescript/bin/tsc')
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--types',
    ''
  ]
  const { code, printed } = await run(folder, process.execPath, compiler, ...options, program)
  expect([code, printed]).toEqual([0, ''])
})

test.if(Bun.which('python3') !== null)('the package of Python holds its tests', async () => {
  const { code, printed } = await run(python, 'python3', '-m', 'unittest', 'test_sverka')
  expect([code, printed]).toEqual([0, expect.stringContaining('Ran 2 tests')])
  const read = 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["name"])'
  expect(await run(python, 'python3', '-c', read)).toEqual({ code: 0, printed: 'sverka-client\n' })
})
