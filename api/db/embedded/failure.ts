import { OperatorError } from '#api/lib/operator-error.ts'

/** The database cannot be used. The message is Russian and says what to do; it holds no password and no SQL. */
export class DatabaseError extends OperatorError {
  override name = 'DatabaseError'
}

const OWN_DATABASE = 'или укажите свою базу в DATABASE_URL'

/** What the output of `initdb` or `postgres`, or a failed file call, means for the person who starts the product. */
const MEANINGS: [pattern: RegExp, text: (folder: string) => string][] = [
  [
    /No space left on device|Check free disk space|wrote only \d+ of|ENOSPC|Disk quota exceeded|EDQUOT/,
    folder => `На диске не осталось места для базы данных (${folder}). Освободите место и запустите снова.`
  ],
  [
    /could not (create|open|access|change permissions).*(Permission denied|Read-only file system)|EACCES|EPERM|EROFS/,
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

/** The Russian message for what went wrong, with the most telling line of the output when the cause is not known. */
export function explain(output: string, folder: string): DatabaseError {
  const known = MEANINGS.find(([pattern]) => pattern.test(output))
  if (known) return new DatabaseError(known[1](folder))
  const lines = output.trim().split('\n')
  const telling = lines.find(line => /PANIC|FATAL|error:/.test(line)) ?? lines.at(-1) ?? ''
  return new DatabaseError(`Встроенная база данных не запустилась (${folder}). ${telling}`.trim())
}

/** Runs file work on the data folder; a refusal of the system becomes a `DatabaseError`. */
export function withFolder<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw explain(`${(error as NodeJS.ErrnoException).code ?? ''} ${(error as Error).message}`, folder)
  }
}
