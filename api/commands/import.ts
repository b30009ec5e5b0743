import { HEADER_LINE_MAX } from '#shared/constants.ts'
import { DELIMITER_NAMES, ENCODING_NAMES } from '#shared/labels/file-formats.ts'
import { batchNumbers } from './batch-numbers.ts'
import { DATABASE_OPTIONS, WHICH_DATABASE } from './database-options.ts'
import { declare, flag, integer, optional, text, valued } from './frame/declare.ts'
import { execute } from './frame/execute.ts'
import { UsageError } from './frame/usage-error.ts'

export const importFile = declare({
  name: 'import',
  summary:
    'загружает таблицу CSV, NDJSON или XLSX в источник, показывает источники и партии, убирает партии.',
  usage: [
    '<источник> <файл> [параметры]',
    '<источник> --from-index <индекс> [параметры]',
    '--sources',
    '--batches [источник]',
    '--undo <номер[,номер…]> [--yes | --dry-run]'
  ],
  details: [
    'Файл может быть сжат (.gz, .zip). Прерванный импорт продолжается с того же места, если повторить команду; повторённый ' +
      'ничего не меняет. Строки, которые не удалось прочитать, попадают в файл с причиной у каждой.',
    WHICH_DATABASE
  ],
  arguments: {
    source: optional('источник', 'ключ источника: строчные латинские буквы, цифры, «_» и «-»'),
    file: optional('файл', 'таблица .csv, .tsv, .ndjson или .xlsx, сама или в .gz или .zip')
  },
  options: {
    passport: text('файл', 'паспорт источника (JSON); нужен для первого импорта'),
    map: text(
      'файл',
      'соответствия колонок (JSON): {"id": "…", "columns": {"Мобильный": "phone"}, "drop": ["…"], "names": {"Тел.": "Мобильный"}}'
    ),
    columns: text(
      'названия',
      'как назвать колонки по порядку, через запятую: «ФИО,,Мобильный»; пустое оставляет прежнее. Для файла без заголовка'
    ),
    id: text(
      'колонка',
      'колонка с ключом записи, по которому записи различаются; источник помнит её, «ID» и «Номер записи» находятся сами'
    ),
    'dry-run': flag(
      'показать соответствия и три записи, ничего не сохраняя; с --undo — что будет убрано, ничего не убирая'
    ),
    encoding: text('имя', `${ENCODING_NAMES.join(', ')}; без него определяется сама`),
    'as-new': flag('строки файла без заголовка — новые записи, даже если такие люди в источнике есть'),
    'from-index': text(
      'индекс',
      'вместо файла — документы чужого индекса Elasticsearch (ELASTICSEARCH_URL): их копия становится записями источника'
    ),
    sheet: text('лист', 'лист книги Excel; без него первый с таблицей'),
    header: integer('строка', 'строка с названиями колонок, 0 — её нет; без него находится сама', {
      from: 0,
      to: HEADER_LINE_MAX
    }),
    delimiter: text('знак', `${DELIMITER_NAMES.join(' ')}; без него определяется сам`),
    batches: flag('список загруженных партий, всех или одного источника'),
    sources: flag('список источников: отвечает ли каждый, до какого дня хранятся записи'),
    undo: valued(
      'номера',
      'убрать то, что принесли партии, и вернуть изменённым записям прежний вид',
      batchNumbers
    ),
    yes: flag('с --undo: убрать, не спрашивая'),
    ...DATABASE_OPTIONS
  },
  modes: [
    { by: 'batches', arguments: ['source'], options: [] },
    { by: 'sources', arguments: [], options: [] },
    { by: 'undo', arguments: [], options: ['yes', 'dry-run'] },
    { by: 'from-index', arguments: ['source'], options: ['passport', 'map', 'id', 'dry-run'] },
    {
      by: null,
      arguments: ['source', 'file'],
      options: [
        'passport',
        'map',
        'columns',
        'id',
        'dry-run',
        'encoding',
        'as-new',
        'sheet',
        'header',
        'delimiter'
      ]
    }
  ],
  examples: [
    ['clients clients.csv --passport passport.json --dry-run', 'как будет прочитан файл'],
    ['clients clients.csv --passport passport.json', 'первый импорт источника'],
    ['--batches clients', 'что загружено в источник'],
    ['--undo 12', 'убрать партию № 12']
  ],
  async run({ arguments: { source, file }, options }) {
    if (options.undo || options.batches || options.sources) {
      const { listAllSources, listBatchesOf, undoBatches } = await import('./batches.ts')
      if (options.sources) return await listAllSources(options)
      return options.undo ? await undoBatches(options.undo, options) : await listBatchesOf(source, options)
    }
    if (source === undefined) throw new UsageError('Не хватает аргумента <источник>')
    const index = options['from-index']
    if (index === undefined && file === undefined) throw new UsageError('Не хватает аргумента <файл>')
    const { loadFile, loadIndex } = await import('./load-file.ts')
    if (index !== undefined) await loadIndex(source, index, options)
    else if (file !== undefined) await loadFile(source, file, options)
  }
})

if (import.meta.main) await execute(importFile)
