import { join } from 'node:path'
import { DRAIN_MS } from '#shared/constants.ts'
import { declare } from './frame/declare.ts'
import { execute } from './frame/execute.ts'
import { build, install, PROJECT } from './prepare.ts'

export const start = declare({
  name: 'start',
  summary:
    'устанавливает зависимости, собирает сайт, если что-то изменилось, и запускает сайт и API на одном порту.',
  details: [
    'Встроенная Postgres запускается сама, пустая база заполняется вымышленными людьми; адрес и пароль администратора ' +
      `печатаются. Ctrl+C или SIGTERM останавливают всё, дав начатым запросам до ${DRAIN_MS / 1_000} секунд.`,
    'Порт, база и остальное задаются переменными PORT, DATA_DIR, DATABASE_URL…, они перечислены в docs/guides/configuration.md.'
  ],
  arguments: {},
  options: {},
  examples: [['', 'http://localhost:12000']],
  async run() {
    await install()
    await build()
    // This process remembers that packages were missing before the install. The product replaces it under the same pid,
    // so that signals and exit code reach it directly.
    process.chdir(PROJECT)
    process.execve?.(process.execPath, [process.execPath, join('api', 'main.ts')])
    // Only where a process cannot be replaced (Windows). The product ends the process itself.
    await import('#api/main.ts')
    return await new Promise<number>(() => {})
  }
})

if (import.meta.main) await execute(start)
