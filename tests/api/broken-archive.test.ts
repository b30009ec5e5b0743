import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { BackupError, endFrame, writeArchive } from '#api/db/backup/archive.ts'
import { checkArchive } from '#api/db/backup/restore.ts'
import { archiveParts, HEADER, textRows } from '#tests/kit/archive-parts.ts'

const ROWS = 5_000

let folder: string
let file: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sverka-archive-'))
  file = join(folder, 'all.backup')
  await writeArchive(file, archiveParts(textRows(ROWS)))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An archive that lacks nothing but, perhaps, the right content. */
function writeCompressed(path: string, plain: Buffer): void {
  const compressed = zstdCompressSync(plain)
  writeFileSync(path, Buffer.concat([compressed, endFrame(compressed.length)]))
}

const broken: [name: string, make: (path: string) => unknown, says: string][] = [
  ['empty', path => writeFileSync(path, ''), 'не целая резервная копия'],
  ['of another program', path => writeFileSync(path, 'PGDMP'.repeat(100)), 'не целая резервная копия'],
  [
    'cut within',
    path => writeFileSync(path, readFileSync(file).subarray(0, statSync(file).size / 2)),
    'не целая'
  ],
  ['without its last bytes', path => writeFileSync(path, readFileSync(file).subarray(0, -16)), 'не целая'],
  [
    'without its end',
    path => writeCompressed(path, zstdDecompressSync(readFileSync(file)).subarray(0, -40)),
    'не целая'
  ],
  [
    'altered in one byte',
    path => {
      const plain = zstdDecompressSync(readFileSync(file))
      const at = plain.lastIndexOf('Иванов')
      plain[at + 1] = (plain[at + 1] ?? 0) ^ 1
      writeCompressed(path, plain)
    },
    'не целая'
  ],
  ['without its last byte', path => writeFileSync(path, readFileSync(file).subarray(0, -1)), 'не целая'],
  [
    'longer by a byte',
    path => writeFileSync(path, Buffer.concat([readFileSync(file), Buffer.alloc(1)])),
    'не целая'
  ],
  [
    'longer by another frame',
    path => writeFileSync(path, Buffer.concat([readFileSync(file), zstdCompressSync('')])),
    'не целая'
  ],
  ['missing', () => {}, 'не читается (ENOENT)']
]
test('a whole archive is taken', async () => {
  expect((await checkArchive(file)).tables).toEqual(HEADER.tables)
})

test.each(broken)('an archive that is %s is refused', async (name, make, says) => {
  const path = join(folder, name)
  make(path)
  const checked = checkArchive(path)
  await expect(checked).rejects.toBeInstanceOf(BackupError)
  await expect(checked).rejects.toThrow(says)
})
