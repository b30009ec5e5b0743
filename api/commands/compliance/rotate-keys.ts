import type { SQL } from 'bun'
import { isConfirmed } from '#api/commands/is-confirmed.ts'
import { withDatabase } from '#api/commands/with-database.ts'
import type { Config } from '#api/config.ts'
import { assertRotationDue, type KeyChange, rotateSuppressKey } from '#api/features/suppressions/rotation.ts'
import { joinKeys, keysOf } from '#api/lib/hmac.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { nextSecrets, randomSecrets, readSecrets } from '#api/lib/secrets.ts'

const FAILED = 1

/** `bun run keys:rotate`. Returns the exit code. */
export const rotateKeys = (options: {
  yes: boolean
  'another-database': boolean
}): Promise<number | undefined> =>
  withDatabase(options, ({ owner }, config) => rotate(owner, config, options.yes))

async function rotate(owner: SQL, config: Config, yes: boolean): Promise<number | undefined> {
  const file = config.suppressKey === null ? fileChange(config) : null
  const change = file?.change ?? changeOf(config.suppressKey ?? '')
  await assertRotationDue(owner, change)
  if (!yes && !isConfirmed('Сменить ключ списка исключений? Да или нет:')) {
    console.log('Ничего не изменено. Чтобы сменить без вопроса: --yes')
    return FAILED
  }
  const tokens = await rotateSuppressKey(owner, change, file?.write)
  file?.place()
  console.log(
    `Готово: ключ сменён, строк списка ${tokens.toLocaleString('ru-RU')}. Сохраните копию ключей: bun run backup.`
  )
  return undefined
}

const changeOf = (joined: string): KeyChange => ({
  before: joinKeys(keysOf(joined).slice(0, -1)),
  after: joined
})

/** The new file lies beside the present one until the database works with it: whatever happens between, no key is lost. */
function fileChange({ dataDir }: Config) {
  const stored = readSecrets(dataDir)
  if (!stored) throw new OperatorError('Ключа нет ни в переменной SUPPRESS_KEY, ни в файле секретов.')
  const after = joinKeys([stored.suppress, randomSecrets().suppress])
  const next = nextSecrets(dataDir, { ...stored, suppress: after })
  return { change: { before: stored.suppress, after }, ...next }
}
