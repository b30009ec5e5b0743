import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { BackupError, writeArchive } from '#api/db/backup/archive.ts'
import {
  decryptedBy,
  encryptedFor,
  isEncrypted,
  readIdentities,
  readRecipients
} from '#api/db/backup/encryption.ts'
import { type ArchivePlace, filePlace } from '#api/db/backup/place.ts'
import { checkArchive } from '#api/db/backup/restore.ts'
import { archiveParts, HEADER, randomRows, textRows } from '#tests/kit/archive-parts.ts'
import { describeWherePossible } from '#tests/kit/elastic/where-possible.ts'

const CHUNK = 64 * 1024

let folder: string
let identity: string
let recipient: string
let other: string
let plain: string
let sealed: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sverka-encrypted-'))
  identity = await generateIdentity()
  recipient = await identityToRecipient(identity)
  other = await generateIdentity()
  plain = join(folder, 'plain.backup')
  sealed = join(folder, 'sealed.backup.age')
  await writeArchive(plain, archiveParts(textRows(5_000)))
  await writeArchive(encryptedFor([recipient], filePlace(sealed)), archiveParts(randomRows(1)))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = (path: string, ...identities: string[]) => checkArchive(decryptedBy(identities, filePlace(path)))

describe('an encrypted archive', () => {
  test('is opened by its key, and by each key it was written for', async () => {
    expect((await open(sealed, identity)).tables).toEqual(HEADER.tables)
    const path = join(folder, 'two.age')
    await writeArchive(
      encryptedFor([recipient, await identityToRecipient(other)], filePlace(path)),
      archiveParts(textRows(100))
    )
    for (const key of [identity, other]) expect((await open(path, key)).keys).toEqual(HEADER.keys)
    expect((await open(path, await generateIdentity(), other)).keys).toEqual(HEADER.keys)
  })

  test('shows nothing without its key, and says so', async () => {
    expect(readFileSync(sealed).includes('key of a test')).toBe(false)
    const opening = open(sealed, other)
    await expect(opening).rejects.toBeInstanceOf(BackupError)
    await expect(opening).rejects.toThrow('зашифрована для другого ключа')
    await expect(checkArchive(sealed)).rejects.toThrow('не целая резервная копия')
  })

  test('is told from a plain one by its beginning, however that arrives', async () => {
    const content = readFileSync(sealed)
    const inPieces = (bytes: Uint8Array, size: number): ArchivePlace => ({
      ...filePlace(''),
      async *read() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      }
    })
    for (const size of [1, 21, 22, 23, CHUNK]) expect(await isEncrypted(inPieces(content, size))).toBe(true)
    expect(await isEncrypted(filePlace(plain))).toBe(false)
    expect(await isEncrypted(inPieces(content.subarray(0, 21), 7))).toBe(false)
    expect(await isEncrypted(inPieces(new Uint8Array(), 1))).toBe(false)
    expect((await checkArchive(decryptedBy([identity], inPieces(content, 997)))).keys).toEqual(HEADER.keys)
  })

  test('is refused when a byte of it is altered, missing or too many', async () => {
    const content = readFileSync(sealed)
    const path = join(folder, 'broken.age')
    const cuts = Array.from(
      { length: Math.floor(content.length / (CHUNK + 16)) },
      (_, at) => at * (CHUNK + 16)
    )
    const place = fc.oneof(
      fc.nat(content.length - 1),
      fc.nat(400),
      fc.constantFrom(...cuts).chain(cut => fc.nat(200).map(at => Math.min(cut + at, content.length - 1))),
      fc.nat(40).map(back => content.length - 1 - back)
    )
    const damage = fc.constantFrom('flip', 'cut', 'remove', 'insert', 'append')
    await fc.assert(
      fc.asyncProperty(place, damage, fc.integer({ min: 1, max: 255 }), async (at, how, byte) => {
        const [before, after] = [content.subarray(0, at), content.subarray(at + 1)]
        const flipped = Buffer.of((content[at] ?? 0) ^ byte)
        const damaged = {
          flip: [before, flipped, after],
          cut: [before],
          remove: [before, after],
          insert: [before, flipped, content.subarray(at)],
          append: [content, flipped]
        }[how]
        writeFileSync(path, Buffer.concat(damaged ?? []))
        await expect(open(path, identity)).rejects.toBeInstanceOf(BackupError)
      }),
      { numRuns: 200, seed: 35 }
    )
  })

  test('is made no faster than it is taken, and leaves nothing when its source fails', async () => {
    let rowsRead = 0
    const slow: ArchivePlace = {
      ...filePlace(''),
      async write(content) {
        let bytes = 0
        let most = 0
        for await (const chunk of content) {
          bytes += chunk.length
          await Bun.sleep(0)
          most = Math.max(most, rowsRead * 1024 ** 2 - bytes)
        }
        expect(bytes).toBeGreaterThan(24 * 1024 ** 2)
        expect(most).toBeLessThan(8 * 1024 ** 2)
      }
    }
    const rows = (count: number) => randomRows(count, read => (rowsRead = read))
    await writeArchive(encryptedFor([recipient], slow), archiveParts(rows(24)))
    const path = join(folder, 'failed.age')
    async function* failing() {
      yield* rows(3)
      throw new Error('of the source')
    }
    const writing = writeArchive(encryptedFor([recipient], filePlace(path)), archiveParts(failing()))
    await expect(writing).rejects.toThrow('of the source')
    await expect(open(path, identity)).rejects.toThrow('не читается (ENOENT)')
    await expect(open(`${path}.part`, identity)).rejects.toThrow('не читается (ENOENT)')
  })
})

describe('keys', () => {
  const identitiesIn = async (text: string) => {
    const path = join(folder, 'key.txt')
    writeFileSync(path, text)
    return await readIdentities(path)
  }

  test('are read from a file as age-keygen writes it', async () => {
    const comments = `# created: 2026-11-22T10:00:00+03:00\n# public key: ${recipient}\n`
    expect(await identitiesIn(`${comments}${identity}\n`)).toEqual([identity])
    expect(await identitiesIn(`${comments}${identity}\r\n\r\n# second\r\n${other}`)).toEqual([
      identity,
      other
    ])
  })

  test.each([
    ['', 'нет закрытого ключа age'],
    ['# nothing but a comment\n', 'нет закрытого ключа age'],
    ['age-encryption.org/v1\n-> scrypt\n', 'нет закрытого ключа age'],
    ['AGE-SECRET-KEY-1QQQQ\n', 'нет закрытого ключа age']
  ])('are refused without being repeated: %j', async (text, says) => {
    const reading = identitiesIn(text)
    await expect(reading).rejects.toBeInstanceOf(BackupError)
    await expect(reading).rejects.toThrow(says)
    await expect(reading).rejects.not.toThrow('QQQQ')
  })

  test('are never taken as an argument, nor repeated', async () => {
    await expect(readIdentities(identity)).rejects.toThrow('имя файла с ключом, а не сам ключ')
    await expect(readIdentities(identity)).rejects.not.toThrow(identity)
    await expect(readIdentities(join(folder, 'none'))).rejects.toThrow('не читается (ENOENT)')
    expect(() => readRecipients(identity)).toThrow('это закрытый ключ')
    expect(() => readRecipients(`${recipient},${identity.toLowerCase()}`)).toThrow('это закрытый ключ')
  })

  test('to write for are several by commas, and each is checked', async () => {
    const second = await identityToRecipient(other)
    expect(readRecipients(`${recipient}, ${second}`)).toEqual([recipient, second])
    for (const text of ['', 'age1', recipient.slice(0, -1), `${recipient},`, 'ssh-ed25519 AAAA', 'кто-то'])
      expect(() => readRecipients(text)).toThrow('не открытый ключ age')
    expect(() => readRecipients(`${recipient},x`)).toThrow('ключ 2 ')
  })
})

const age = Bun.which('age')

describeWherePossible(age ? null : 'нет программы age', 'the ordinary age', () => {
  const run = async (...args: string[]) => {
    const child = Bun.spawn(['age', ...args], { stdout: 'pipe', stderr: 'pipe', stdin: 'ignore' })
    expect({ code: await child.exited, error: await new Response(child.stderr).text() }).toEqual({
      code: 0,
      error: ''
    })
  }

  test('opens what the product has encrypted, and the other way round', async () => {
    const key = join(folder, 'own-key.txt')
    writeFileSync(key, `# a key\n${identity}\n`)
    const opened = join(folder, 'opened.backup')
    await run('-d', '-i', key, '-o', opened, sealed)
    expect((await checkArchive(opened)).keys).toEqual(HEADER.keys)
    const again = join(folder, 'again.age')
    await run('-r', recipient, '-o', again, plain)
    expect((await open(again, ...(await readIdentities(key)))).keys).toEqual(HEADER.keys)
  })
})
