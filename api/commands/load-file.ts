import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { configOfProcess } from '#api/config.ts'
import { openSecrets } from '#api/db/keys.ts'
import { lowerPriority } from '#api/db/lower-priority.ts'
import { openExternal, openRecords } from '#api/engines/index.ts'
import { checkAdmitted, parsePassport } from '#api/features/imports/check-passport.ts'
import { labelsOf } from '#api/features/imports/columns/asked-labels.ts'
import type { IdColumnOptions } from '#api/features/imports/columns/id-column.ts'
import { NO_MAP, readColumnMap } from '#api/features/imports/columns/mapping.ts'
import { NO_NAMES, nameOf } from '#api/features/imports/files/column-names.ts'
import { readEncoding } from '#api/features/imports/files/encoding.ts'
import { DOCUMENT_ID, openIndexTable } from '#api/features/imports/files/index-table.ts'
import {
  namesByPlace,
  openTable,
  type ReadOptions,
  readDelimiter
} from '#api/features/imports/files/reader.ts'
import { HeaderlessError, ImportError, MissingKeyError } from '#api/features/imports/import-error.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { describePreview } from '#api/features/imports/preview-text.ts'
import { reportOf } from '#api/features/imports/report.ts'
import type { ImportRequest } from '#api/features/imports/request.ts'
import { importTable } from '#api/features/imports/service.ts'
import { findSource, type LoadedSource } from '#api/features/sources/service.ts'
import { createProgress, reportTo } from '#api/lib/progress.ts'
import { DELIMITER_NAMES, ENCODING_NAMES } from '#shared/labels/file-formats.ts'
import { checkSourceKey } from './check-source-key.ts'
import { UsageError } from './frame/usage-error.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  passport: string | undefined
  map: string | undefined
  columns: string | undefined
  id: string | undefined
  'dry-run': boolean
  'as-new': boolean
  encoding: string | undefined
  delimiter: string | undefined
  sheet: string | undefined
  header: number | undefined
  'another-database': boolean
}

/** What is to be imported. */
interface Opened extends Pick<ImportRequest, 'file' | 'version' | 'table'> {
  /** Options that change how it is read. */
  settings: readonly (string | false | undefined)[]
  /** The id column where nobody names another. */
  id?: string
}

/** `bun run import <source> <file>`: imports the file, or shows how it would be read. */
export async function loadFile(sourceKey: string, path: string, options: Options): Promise<void> {
  await load(sourceKey, options, async names => {
    const file = resolve(path)
    const read = await withNames(file, formatOf(options), names, options.columns)
    const settings = [
      read.encoding,
      read.delimiter,
      read.sheet,
      read.header !== undefined && `header ${read.header}`,
      options.columns && `columns ${options.columns}`
    ]
    return { file, table: await openTable(file, read), settings }
  })
}

/** `bun run import <source> --from-index <name>`: imports the documents of an index that this product did not make. */
export async function loadIndex(sourceKey: string, name: string, options: Options): Promise<void> {
  const config = configOfProcess()
  const external = openExternal(config)
  try {
    await load(sourceKey, options, async (names = NO_NAMES) => {
      const documents = await external.openDocuments(name)
      const table = await openIndexTable(documents, names)
      const file = join(config.dataDir, name)
      return { file, table, version: documents.version, settings: [], id: nameOf(names, DOCUMENT_ID) }
    })
  } finally {
    await external.close()
  }
}

async function load(
  sourceKey: string,
  options: Options,
  open: (names: ReadOptions['names']) => Promise<Opened>
): Promise<void> {
  checkSourceKey(sourceKey)
  const today = new Date().toISOString().slice(0, 10)
  const passport =
    options.passport === undefined ? null : parsePassport(await readText(options.passport), today)
  const map = options.map === undefined ? NO_MAP : readColumnMap(await readText(options.map))
  const { settings: reading, id, ...opened } = await open(map.names)
  const { table } = opened
  const rules = { map, id: options.id ?? map.id ?? id }
  if (options['dry-run'] && passport) {
    const idOptions = { sourceKey, remembered: null, hasRecords: false, requested: rules.id }
    const preview = await previewOf(table, {
      map,
      idOptions,
      existing: [],
      fields: passport.fields ?? null
    })
    return console.log(describePreview(preview))
  }

  await withDatabase(options, async (database, config) => {
    const { owner } = database
    if (options['dry-run']) {
      const source = await findSource(owner, sourceKey)
      // What a new one will need a passport for is not done yet.
      if (source) checkAdmitted(sourceKey, source, today)
      const existing = source?.hasRecords ? source.columns : []
      const stored = { existing, fields: source?.fields ?? null }
      const preview = await previewOf(table, { map, idOptions: idOptionsOf(source, rules.id), ...stored })
      console.log(describePreview(preview))
      if (!source) console.log('Источника ещё нет: чтобы загрузить файл, нужен паспорт, --passport.')
      return
    }
    const settings = [map === NO_MAP ? '' : JSON.stringify(map), options.id, ...reading]
      .filter(Boolean)
      .join('\n')
    await lowerPriority(owner, config)
    const progress = createProgress(process.stderr, 'Импорт', table.totalBytes)
    const report = reportTo(progress)
    const request = { sourceKey, ...opened, passport, rules, settings, asNew: options['as-new'] }
    const dependencies = {
      owner,
      book: openRecords(config, database).book,
      secrets: await openSecrets(config, owner),
      dataDir: config.dataDir,
      sourceGate: config.sourceGate,
      onProgress: progress.update,
      report,
      warn: (text: string) => report(`${text} Для этого есть --columns и names в --map.`)
    }
    const result = await importTable(request, dependencies)
      .catch(error => {
        const hint = hintFor(error)
        throw hint === null ? error : new ImportError(`${error.message} ${hint}`, { cause: error })
      })
      .finally(progress.clear)
    console.log(reportOf(result))
  })
}

/** How the command line does what an import asks for. */
function hintFor(error: unknown): string | null {
  if (error instanceof HeaderlessError)
    return 'Назвать колонки можно параметром --columns, подтвердить — параметром --as-new.'
  return error instanceof MissingKeyError ? 'Назвать колонки можно параметром --columns.' : null
}

/** What columns are to be called: by a map, or one after the other. */
async function withNames(
  file: string,
  read: ReadOptions,
  names: ReadOptions['names'],
  columns: string | undefined
): Promise<ReadOptions> {
  if (columns === undefined) return names ? { ...read, names } : read
  if (names) throw new UsageError('--columns: названия уже даны в --map (names)')
  const labels = await labelsOf(await openTable(file, read))
  return { ...read, names: namesByPlace(labels, columns.split(',')) }
}

const idOptionsOf = (source: LoadedSource | null, requested: string | undefined): IdColumnOptions => ({
  sourceKey: source?.key ?? '',
  remembered: source?.idColumn ?? null,
  hasRecords: source?.hasRecords ?? false,
  requested
})

function formatOf(options: Options) {
  const encoding = options.encoding === undefined ? undefined : readEncoding(options.encoding)
  const delimiter = options.delimiter === undefined ? undefined : readDelimiter(options.delimiter)
  if (encoding === null) throw new UsageError(`--encoding: допустимые значения: ${ENCODING_NAMES.join(', ')}`)
  if (delimiter === null)
    throw new UsageError(`--delimiter: допустимые значения: ${DELIMITER_NAMES.join(' ')}`)
  const { sheet, header } = options
  return {
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(sheet !== undefined && { sheet }),
    ...(header !== undefined && { header })
  }
}

async function readText(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
  } catch {
    throw new ImportError(`Файл ${file} не читается`)
  }
}
