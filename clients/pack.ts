import { cpSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')
const SERVED = join(ROOT, 'site', 'public', 'clients')
const TYPESCRIPT = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')

/**
 * Lays both packages out below `folder`, as `typescript` and `python`, with their tests.
 *
 * @throws Error with what the compiler says.
 */
export async function packClients(folder: string): Promise<void> {
  for (const language of ['typescript', 'python'])
    cpSync(join(import.meta.dir, language), join(folder, language), { recursive: true })
  cpSync(join(SERVED, 'sverka.py'), join(folder, 'python', 'sverka.py'))
  const source = join(folder, 'typescript', 'sverka.ts')
  cpSync(join(SERVED, 'sverka.ts'), source)
  const compiler = Bun.spawn(
    [
      process.execPath,
      TYPESCRIPT,
      ...['--ignoreConfig', '--declaration', '--strict', '--target', 'es2022', '--module', 'esnext'],
      ...['--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable', '--types', '', source]
    ],
    { stdout: 'pipe' }
  )
  const printed = await new Response(compiler.stdout).text()
  if ((await compiler.exited) !== 0) throw new Error(printed)
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'dist', 'clients'))
  mkdirSync(folder, { recursive: true })
  await packClients(folder)
  console.info(folder)
}
