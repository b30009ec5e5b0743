import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { BackupError, writeArchive } from '#api/db/backup/archive.ts'
import { decryptedBy, encryptedFor, isEncrypted } from '#api/db/backup/encryption.ts'
import { objectPlace } from '#api/db/backup/object-place.ts'
import { checkArchive } from '#api/db/backup/restore.ts'
import { archiveParts, HEADER, randomRows, textRows } from '#tests/kit/archive-parts.ts'
import { type ObjectStorage, type StorageFault, startObjectStorage } from '#tests/kit/object-storage.ts'
import { until } from '#tests/kit/until.ts'

const ADDRESS = 's3://backups/дни/one day.backup'
const OBJECT = 'backups/дни/one day.backup'
/** MiB, several parts of an upload. */
const LARGE = 80
/** MiB, more than an upload may have in memory. */
const LARGEST = 240
const AHEAD_MOST = 160

let storage: ObjectStorage
beforeEach(() => {
  storage = startObjectStorage('backups')
})
afterEach(async () => {
  await storage.stop()
})

const place = (address = ADDRESS) => objectPlace(address, storage.settings)
const small = () => archiveParts(textRows(1_000))
const large = () => archiveParts(randomRows(LARGE))
const kinds = () => storage.calls.map(({ kind }) => kind)

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('done'),
    (refused: Error) => refused
  )
  expect(error).toBeInstanceOf(BackupError)
  return error.message
}

async function expectNothingStored(): Promise<void> {
  await storage.untilNoUpload()
  expect([[...storage.objects.keys()], storage.uploads.size]).toEqual([[], 0])
}

describe('an archive in storage', () => {
  test('is what was written, in one call or in parts, encrypted too', async () => {
    await writeArchive(place(), small())
    expect([...storage.objects.keys()]).toEqual([OBJECT])
    expect(kinds()).not.toContain('begin')
    expect((await checkArchive(place())).keys).toEqual(HEADER.keys)

    const bytes = await writeArchive(place('s3://backups/large'), large())
    expect(storage.objects.get('backups/large')?.length).toBe(bytes)
    expect(kinds().filter(kind => kind === 'part').length).toBeGreaterThan(2)
    expect((await checkArchive(place('s3://backups/large'))).keys).toEqual(HEADER.keys)

    const identity = await generateIdentity()
    const sealed = encryptedFor([await identityToRecipient(identity)], place('s3://backups/sealed'))
    await writeArchive(sealed, small())
    expect([await isEncrypted(sealed), await isEncrypted(place())]).toEqual([true, false])
    expect((await checkArchive(decryptedBy([identity], sealed))).keys).toEqual(HEADER.keys)
    expect(storage.uploads.size).toBe(0)
  })

  test('takes the place of no object, also of one that came meanwhile', async () => {
    await place().assertFree()
    for (const content of [Buffer.from('another'), Buffer.alloc(0)]) {
      storage.objects.set(OBJECT, content)
      expect(await refusalOf(place().assertFree())).toBe(`Объект ${ADDRESS} уже есть. Выберите другое имя.`)
      for (const parts of [small, large]) {
        expect(await refusalOf(writeArchive(place(), parts()))).toContain('уже есть')
        await storage.untilNoUpload()
        expect(storage.objects.get(OBJECT)).toEqual(content)
      }
    }
    expect(storage.uploads.size).toBe(0)
  })

  test('is read no faster than a slow server takes it', async () => {
    const release = storage.hold()
    let rowsRead = 0
    const writing = writeArchive(place(), archiveParts(randomRows(LARGEST, read => (rowsRead = read))))
    let before = -1
    await until(
      async () => {
        const stands = before === rowsRead && kinds().includes('part')
        before = rowsRead
        await Bun.sleep(200)
        return stands
      },
      stands => stands
    )
    expect(rowsRead).toBeLessThan(AHEAD_MOST)
    release()
    await writing
    expect(storage.objects.get(OBJECT)?.length).toBeGreaterThan(LARGEST * 1024 ** 2)
  })

  test('leaves neither object nor upload when its source fails, and says what failed', async () => {
    async function* failing(mebibytes: number) {
      yield* randomRows(mebibytes)
      throw new Error('of the source')
    }
    for (const mebibytes of [1, LARGE]) {
      const writing = writeArchive(place(), archiveParts(failing(mebibytes)))
      await expect(writing).rejects.toThrow('of the source')
      await expectNothingStored()
    }
  })
})

const onParts: StorageFault['call'] = ({ kind, part }) => kind === 'put' || (kind === 'part' && part > 1)
const refusals: [name: string, fault: StorageFault, says: string][] = [
  ['a full disk', { call: onParts, answer: { status: 507, code: 'XMinioStorageFull' } }, 'кончилось место'],
  ['a quota', { call: onParts, answer: { status: 403, code: 'QuotaExceeded' } }, 'кончилось место'],
  ['a failing server', { call: onParts, answer: { status: 500, code: 'InternalError' } }, 'не справляется'],
  ['a busy server', { call: onParts, answer: { status: 503, code: 'SlowDown' } }, 'не справляется'],
  [
    'a key that may not write',
    { call: onParts, answer: { status: 403, code: 'AccessDenied' } },
    'нет доступа'
  ],
  ['an unheard of code', { call: onParts, answer: { status: 400, code: 'Strange' } }, 'отказало (Strange)']
]

describe('storage that refuses', () => {
  test.each(refusals)('%s', async (_, fault, says) => {
    for (const parts of [small, large]) {
      storage.fail(fault)
      const message = await refusalOf(writeArchive(place(), parts()))
      expect(message).toStartWith(`${ADDRESS}: `)
      expect(message).toContain(says)
      storage.fail(null)
      await expectNothingStored()
    }
  })

  test('the end of an upload leaves no object', async () => {
    storage.fail({
      call: ({ kind }) => kind === 'complete',
      answer: { status: 500, code: 'InternalError' }
    })
    expect(await refusalOf(writeArchive(place(), large()))).toContain('не справляется')
    await expectNothingStored()
  })

  test('a key, a bucket, an address', async () => {
    expect(await refusalOf(place('s3://other/name').assertFree())).toContain('такой корзины нет')
    const stranger = objectPlace(ADDRESS, { ...storage.settings, s3AccessKeyId: 'someone' })
    expect(await refusalOf(stranger.assertFree())).toContain('ключ доступа не принят')
    expect(await refusalOf(checkArchive(stranger))).toContain('ключ доступа не принят')
    expect(await refusalOf(checkArchive(place()))).toBe(`${ADDRESS}: такого объекта нет.`)
    for (const address of [
      's3:/backups/x',
      's3://backups',
      's3://backups/',
      's3://backups/folder/',
      's3:///x'
    ])
      expect(() => place(address)).toThrow('не адрес объекта')
    for (const missing of ['s3AccessKeyId', 's3SecretAccessKey'])
      expect(() => objectPlace(ADDRESS, { ...storage.settings, [missing]: null })).toThrow('S3_ACCESS_KEY_ID')
  })

  test('to be there at all', async () => {
    const gone = storage.settings
    await storage.stop()
    expect(await refusalOf(objectPlace(ADDRESS, gone).assertFree())).toContain('связи с хранилищем нет')
    expect(await refusalOf(checkArchive(objectPlace(ADDRESS, gone)))).toContain('связи с хранилищем нет')
    const nowhere = { ...gone, s3Endpoint: 'http://storage.invalid' }
    expect(await refusalOf(objectPlace(ADDRESS, nowhere).assertFree())).toContain('связи с хранилищем нет')
  })

  test('any more in the middle of an upload', async () => {
    storage.fail({ call: onParts, answer: 'hang up' })
    expect(await refusalOf(writeArchive(place(), large()))).toContain('связи с хранилищем нет')
    expect(storage.objects.size).toBe(0)
  })
})

describe('an object that is not whole', () => {
  test.each([
    ['truncated', (content: Buffer) => content.subarray(0, content.length / 2)],
    ['shorter by a byte', (content: Buffer) => content.subarray(0, -1)],
    ['longer by a byte', (content: Buffer) => Buffer.concat([content, Buffer.alloc(1)])],
    ['empty', () => Buffer.alloc(0)]
  ])('is refused: %s', async (_, damaged) => {
    await writeArchive(place(), archiveParts(randomRows(2)))
    storage.objects.set(OBJECT, Uint8Array.from(damaged(Buffer.from(storage.objects.get(OBJECT) ?? []))))
    expect(await refusalOf(checkArchive(place()))).toContain('не целая резервная копия')
  })

  test('because the connection ends in the middle', async () => {
    await writeArchive(place(), archiveParts(randomRows(8)))
    const content = storage.objects.get(OBJECT) ?? new Uint8Array()
    const cutting = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        data(socket) {
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\r\n\r\n`)
          socket.write(content.subarray(0, 100_000))
          setTimeout(() => socket.terminate(), 50)
        }
      }
    })
    const cut = objectPlace(ADDRESS, { ...storage.settings, s3Endpoint: `http://127.0.0.1:${cutting.port}` })
    expect(await refusalOf(checkArchive(cut))).toContain('связи с хранилищем нет или она прервалась')
    cutting.stop(true)
  })
})
