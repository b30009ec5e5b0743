import { OperatorError } from '#api/lib/operator-error.ts'

/** An unusable database, with Russian advice and neither password nor SQL. */
export class DatabaseError extends OperatorError {
  override name = 'DatabaseError'
}

const OWN_DATABASE = 'или укажите свою базу в DATABASE_URL'

const MEANINGS: [pattern: RegExp, text: (folder: string) => string][] = [
  [
    /No space left on device|Check free disk space|wrote only \d+ of|ENOSPC|Disk quota exceeded|EDQUOT/,
    folder => `На диске не осталось места для базы данных (${folder}). Освободите место и запустите снова.`
  ],
  [
    /could not (create|open|access|change permissions)(?!.*shared memory).*(Permission denied|Read-only file system)|EACCES|EPERM|EROFS/,
    folder =>
      `Папка данных ${folder} недоступна для записи. Дайте на неё права, выберите другую в DATA_DIR ${OWN_DATABASE}.`
  ],
  [/is not a directory|ENOTDIR|EEXIST/, folder => `${folder} — не папка. Выберите другую папку в DATA_DIR.`],
  [
    /lock file .* already exists|pre-existing shared memory block/,
    folder => `Папка данных ${folder} занята другим процессом Postgres. Остановите его и запустите снова.`
  ],
  [
    /could not (map anonymous|resize|create) shared memory|Cannot allocate memory|out of memory/,
    () => 'Базе данных не хватает оперативной памяти.'
  ],
  [
    /database files are incompatible|not compatible with this version/,
    folder =>
      `Папка данных ${folder} создана другой версией Postgres. Выберите другую в DATA_DIR ${OWN_DATABASE}.`
  ]
]

/** Unknown causes show the most specific line. */
export function explain(output: string, folder: string): DatabaseError {
  const meaning = MEANINGS.find(([pattern]) => pattern.test(output))
  if (meaning) return new DatabaseError(meaning[1](folder))
  const lines = output.trim().split('\n')
  const mostSpecific = lines.find(line => /PANIC|FATAL|error:/.test(line)) ?? lines.at(-1) ?? ''
  return new DatabaseError(`Встроенная база данных не запустилась (${folder}). ${mostSpecific}`.trim())
}

export function withFolder<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw explain(`${(error as NodeJS.ErrnoException).code ?? ''} ${(error as Error).message}`, folder)
  }
}
