import { resolve } from 'node:path'
import { objectPlace, type StorageSettings } from '#api/db/backup/object-place.ts'
import { type ArchivePlace, BackupError, filePlace } from '#api/db/backup/place.ts'

/** The place that an operator names: a path, or «s3://bucket/path». */
export function archivePlace(location: string, settings: StorageSettings): ArchivePlace {
  if (/^s3:/i.test(location)) return objectPlace(location, settings)
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(location))
    throw new BackupError(`${location} — не файл и не адрес s3://корзина/путь/имя.backup.`)
  return filePlace(resolve(location))
}
