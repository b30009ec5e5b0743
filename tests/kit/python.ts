/** Of a Python that has the packages of PyPI which tests ask for; else the one on the path. */
export const PYTHON = process.env.FTM_PYTHON ?? Bun.which('python3')

/** Why what needs packages cannot be tried here, as a sentence; null where it can. */
export function lacksPackages(purpose: string, ...packages: string[]): string | null {
  if (!PYTHON) return `${purpose}: python3 не найден`
  const { exitCode } = Bun.spawnSync([PYTHON, '-c', `import ${packages.join(', ')}`])
  return exitCode === 0
    ? null
    : `${purpose}: у Python нет пакета (python3 -m venv, pip install ${packages.join(' ')}, FTM_PYTHON)`
}
