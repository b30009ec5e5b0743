import { readFile } from 'node:fs/promises'
import { Decrypter, Encrypter } from 'age-encryption'
import { type ArchivePlace, BackupError, streamOf } from './place.ts'

const FIRST_LINE = Buffer.from('age-encryption.org/v1\n')
const SECRET = /^AGE-SECRET-KEY-/i
const NO_KEY_FITS = /no identity matched/

/** Comma-separated public keys. @throws Error that continues «--to-key: » without quoting a key. */
export function readRecipients(text: string): string[] {
  const recipients = text.split(',').map(part => part.trim())
  for (const [at, recipient] of recipients.entries()) {
    if (SECRET.test(recipient))
      throw new Error(
        'это закрытый ключ, а нужен открытый (age1…). Его уже видно в списке процессов и в истории команд: замените пару.'
      )
    try {
      new Encrypter().addRecipient(recipient)
    } catch {
      throw new Error(`ключ ${at + 1} — не открытый ключ age (age1…): проверьте, что он скопирован целиком`)
    }
  }
  return recipients
}

/** Readable with any recipient's secret key, also by the `age` tool. */
export const encryptedFor = (recipients: readonly string[], place: ArchivePlace): ArchivePlace => ({
  ...place,
  async write(content) {
    const encrypter = new Encrypter()
    for (const recipient of recipients) encrypter.addRecipient(recipient)
    await place.write(await encrypter.encrypt(streamOf(content)))
  }
})

/** @throws BackupError when unreadable. */
export async function isEncrypted({ read }: ArchivePlace): Promise<boolean> {
  let start = Buffer.alloc(0)
  for await (const chunk of read()) {
    start = Buffer.concat([start, chunk])
    if (start.length >= FIRST_LINE.length) break
  }
  return start.subarray(0, FIRST_LINE.length).equals(FIRST_LINE)
}

/** Secret keys of an `age-keygen` file. @throws BackupError that quotes nothing of the file. */
export async function readIdentities(path: string): Promise<string[]> {
  if (SECRET.test(path))
    throw new BackupError(
      '--key принимает имя файла с ключом, а не сам ключ. Его уже видно в списке процессов и в истории команд: ' +
        'замените пару.'
    )
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`Файл с ключом ${path} не читается (${error.code ?? 'ошибка'}).`)
  })
  const lines = text.split('\n').map(line => line.trim())
  const identities = lines.filter(line => line !== '' && !line.startsWith('#'))
  try {
    for (const identity of identities) new Decrypter().addIdentity(identity)
    if (identities.length > 0) return identities
  } catch {
    // Reported below.
  }
  throw new BackupError(
    `В файле ${path} нет закрытого ключа age: нужен файл, который пишет age-keygen, со строкой AGE-SECRET-KEY-1….`
  )
}

export const decryptedBy = (identities: readonly string[], place: ArchivePlace): ArchivePlace => ({
  ...place,
  async *read() {
    const decrypter = new Decrypter()
    for (const identity of identities) decrypter.addIdentity(identity)
    try {
      yield* await decrypter.decrypt(streamOf(place.read()))
    } catch (error) {
      if (NO_KEY_FITS.test((error as Error).message))
        throw new BackupError(`Копия ${place.name} зашифрована для другого ключа, чем в файле --key.`)
      throw error
    }
  }
})
