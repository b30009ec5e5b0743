import { join } from 'node:path'
import { build, install, PROJECT } from './prepare.ts'

/** `bun run start`: everything from a fresh clone to a running product. */
await install()
await build()
// This process looked for packages before they were installed and remembers that there were none. The product takes
// its place, under the same number, so that signals and exit code need nobody to pass them on.
process.chdir(PROJECT)
process.execve?.(process.execPath, [process.execPath, join('api', 'main.ts')])
// Only where a process cannot be replaced (Windows).
await import('#api/main.ts')
