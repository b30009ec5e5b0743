import { join } from 'node:path'

const CHECKER = join(import.meta.dir, 'judge-entities.py')
/** Of a Python that has `followthemoney`; else the one on the path. */
const PYTHON = process.env.FTM_PYTHON ?? Bun.which('python3')

/** Why entities cannot be judged here, as a sentence; null where they can. */
export function lacksFollowTheMoney(): string | null {
  if (!PYTHON) return 'FollowTheMoney: python3 не найден'
  const { exitCode } = Bun.spawnSync([PYTHON, '-c', 'import followthemoney'])
  return exitCode === 0
    ? null
    : 'FollowTheMoney: у Python нет пакета (python3 -m venv, pip install followthemoney, FTM_PYTHON)'
}

export interface FtmVerdict {
  entities: number
  wrong: string[]
}

/** What the library of the schema finds wrong with entities, one a line. */
export async function judgeEntities(ndjson: string): Promise<FtmVerdict> {
  const child = Bun.spawn([PYTHON ?? 'python3', CHECKER], {
    stdin: new Blob([ndjson]),
    stdout: 'pipe',
    stderr: 'pipe',
    env: { PATH: process.env.PATH, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' }
  })
  const [printed, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text()
  ])
  if ((await child.exited) !== 0) throw new Error(errors)
  return JSON.parse(printed)
}
