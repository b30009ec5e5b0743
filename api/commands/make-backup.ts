import { configOfProcess } from '#api/config.ts'
import { BackupError } from '#api/db/backup/archive.ts'
import { backUp } from '#api/db/backup/backup.ts'
import { encryptedFor, readRecipients } from '#api/db/backup/encryption.ts'
import { explained } from '#api/db/backup/failure.ts'
import { abortableBy } from '#api/db/backup/place.ts'
import { hasEmbedded } from '#api/db/embedded.ts'
import { archivePlace } from './archive-place.ts'
import { describeHoldings } from './describe-holdings.ts'
import { UsageError } from './frame/usage-error.ts'
import { withDatabaseAsItIs } from './with-database.ts'

const MIB = 1024 ** 2

interface Options {
  'to-key': string | undefined
  'another-database': boolean
}

/** `bun run backup <place>`: beside a running server too. */
export async function makeBackup(location: string, options: Options): Promise<void> {
  const recipients = recipientsOf(options['to-key'])
  const settings = configOfProcess()
  const place = abortableBy(interruption(), archivePlace(location, settings))
  await place.assertFree()
  if (!settings.databaseUrl && !hasEmbedded(settings.dataDir))
    throw new BackupError(`В папке ${settings.dataDir} нет базы данных. Задайте DATA_DIR или DATABASE_URL.`)
  await withDatabaseAsItIs(options, async (database, config) => {
    console.log('Копирую базу данных…')
    try {
      const target = recipients.length > 0 ? encryptedFor(recipients, place) : place
      const { holdings, bytes } = await backUp(database.owner, config, target)
      const size = (bytes / MIB).toLocaleString('ru-RU', { maximumFractionDigits: 1 })
      console.log(
        `Готово: ${place.name}, ${size} МиБ.\n${describeHoldings(holdings)}\n` +
          `${recipients.length > 0 ? SEALED : OPEN} Сеансы входа и токены API в копию не входят.`
      )
    } catch (error) {
      throw explained(error, place.name)
    }
  })
}

const OPEN = 'В ней персональные данные и ключи открытым текстом: храните её как секрет.'
const SEALED =
  'Она зашифрована: без закрытого ключа её не открыть. Храните его отдельно от копии и не теряйте.'

/** What was written so far is taken away; a second signal ends the process at once. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new BackupError('Копирование прервано: копии нет.')))
  return controller.signal
}

function recipientsOf(text: string | undefined): string[] {
  try {
    return text === undefined ? [] : readRecipients(text)
  } catch (error) {
    throw new UsageError(`--to-key: ${(error as Error).message}`)
  }
}
