import { suppressionNumbers } from '#api/commands/batch-numbers.ts'
import { DATABASE_OPTIONS, WHICH_DATABASE } from '#api/commands/database-options.ts'
import { choice, declare, flag, integer, text, valued } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'
import { SUPPRESSION_REASONS } from '#shared/labels/suppressions.ts'

const GROUNDS = ['reason', 'request', 'until', 'provisional']

export const suppress = declare({
  name: 'suppress',
  summary:
    'исключает людей из поиска: добавляет, снимает, проверяет, загружает список хешей, удаляет записи.',
  usage: [
    '--add [--reason причина] [--request номер] [--until день] [--provisional]',
    '--check',
    '--list',
    '--lift <номер> --because <причина>',
    '--import <файл> [--reason причина] [--request номер]',
    '--erase <номер[,номер…]> [--yes]'
  ],
  details: [
    'Значения команда читает со входа, по одному в строке, чтобы их не запомнила оболочка: телефон, e-mail, ИНН, СНИЛС, ' +
      'паспорт или имя с полной датой рождения. Хранится только их ключ.',
    'Строка списка хешей: вид;base64 от SHA-256 значения, или вид;ключ;отпечаток SUPPRESS_KEY. Итог каждой строки ' +
      'печатается.',
    'Удаление убирает записи с этим значением из базы и индексов навсегда; исключение остаётся.',
    WHICH_DATABASE
  ],
  arguments: {},
  options: {
    add: flag('исключить людей со значениями со входа'),
    check: flag('сказать, исключены ли они'),
    list: flag('исключения, новые впереди'),
    lift: integer('номер', 'снять исключение', { from: 1, to: 2_147_483_647 }),
    import: text('файл', 'загрузить список хешей'),
    erase: valued('номера', 'удалить записи исключённых', suppressionNumbers),
    kind: text(
      'вид',
      'что это за значения: phone, email, inn, snils, passport, name_dob…; без него видно по значению'
    ),
    reason: choice('причина', 'без неё objection', Object.keys(SUPPRESSION_REASONS)),
    request: text('номер', 'номер обращения'),
    until: text('день', 'последний день исключения, ГГГГ-ММ-ДД; без него бессрочно'),
    provisional: flag('временно, до решения'),
    because: text('причина', 'почему исключение снято'),
    yes: flag('с --erase: удалить, не спрашивая'),
    ...DATABASE_OPTIONS
  },
  modes: [
    { by: 'add', arguments: [], options: ['kind', ...GROUNDS] },
    { by: 'check', arguments: [], options: ['kind'] },
    { by: 'list', arguments: [], options: [] },
    { by: 'lift', arguments: [], options: ['because'] },
    { by: 'import', arguments: [], options: GROUNDS },
    { by: 'erase', arguments: [], options: ['yes'] }
  ],
  examples: [
    ['--add --request О-0031', 'исключает людей, чьи телефоны или имена вводят'],
    ['--import list.csv --reason erasure', 'загружает чужой список'],
    ['--lift 12 --because «ошибка в номере»', 'снимает исключение № 12']
  ],
  async run({ options }) {
    const { runSuppress } = await import('./run-suppress.ts')
    return await runSuppress(options)
  }
})

if (import.meta.main) await execute(suppress)
