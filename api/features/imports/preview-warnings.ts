import type { PreviewColumn, PreviewWarning } from '#shared/contracts/imports.ts'
import { addressColumns } from '#shared/identity/records/addresses/columns.ts'
import { ADDRESS_PARTS, type FieldKind } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { COLUMN_PARTY_LABELS } from '#shared/labels/parties.ts'
import { quoted, quotedList } from '#shared/texts/quoted.ts'
import { isHeaderless, type Table } from './files/reader.ts'
import type { ColumnQuality } from './quality.ts'

/** Found only as words. */
const NOT_SEARCHED: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'other',
  'date',
  'record_date',
  'record_number',
  'gender',
  'address_link',
  ...ADDRESS_PARTS.filter(part => part !== 'street'),
  'birth_place',
  'citizenship',
  'position'
])
const FEW_VALID = 0.5
const number = new Intl.NumberFormat('ru-RU')

export function warningsOf(
  table: Table,
  columns: readonly (PreviewColumn & ColumnQuality)[]
): PreviewWarning[] {
  const searched = columns.filter(({ dropped }) => dropped === null)
  const warnings = [
    ...tableWarnings(table),
    ...table.remarks(),
    ...peopleWarnings(searched),
    ...birthDateWarnings(searched),
    ...addressWarnings(searched),
    ...searched.flatMap(columnWarnings)
  ]
  if (searched.every(({ kind }) => NOT_SEARCHED.has(kind)))
    warnings.push({
      code: 'nothing_searchable',
      text:
        'Ни одна колонка не распознана как имя, дата рождения, телефон или номер документа: записи найдутся только ' +
        'по словам. Проверьте строку заголовка или задайте вид колонок.'
    })
  return warnings
}

function peopleWarnings(columns: readonly PreviewColumn[]): PreviewWarning[] {
  const names = columns.filter(({ kind }) => kind.endsWith('_name'))
  const whole = names.filter(({ kind }) => kind === 'full_name')
  if (whole.length < 2 && new Set(names.map(({ party }) => party)).size < 2) return []
  const owners = names.map(({ label, party }) => `${quoted(label)} — ${COLUMN_PARTY_LABELS[party ?? 'self']}`)
  return [
    {
      code: 'several_people',
      text:
        `Имён в строке несколько: ${owners.join(', ')}. Дата, телефон и адрес принадлежат тому, чьё слово в названии ` +
        'колонки, без слова — самому человеку. Проверьте, чья каждая колонка.'
    }
  ]
}

/** A second birth date is somebody else's. */
function birthDateWarnings(columns: readonly PreviewColumn[]): PreviewWarning[] {
  const dates = columns.filter(({ kind, party }) => kind === 'birth_date' && party === 'self')
  if (dates.length < 2) return []
  return [
    {
      code: 'several_birth_dates',
      text:
        `Дат рождения у одного человека несколько: ${quotedList(dates.map(({ label }) => label))}. Если одна из них чужая, ` +
        'укажите, чья она, если это другая дата — задайте вид колонки «Дата».'
    }
  ]
}

function addressWarnings(columns: readonly PreviewColumn[]): PreviewWarning[] {
  const kinds = new Map(columns.map(({ label, kind }) => [label, kind]))
  const addresses = addressColumns([...kinds.keys()], label => kinds.get(label) ?? 'other') ?? []
  if (addresses.length < 2) return []
  const lists = addresses.map(address => quotedList(address.columns.map(({ label }) => label)))
  return [
    {
      code: 'several_addresses',
      text:
        `Адресов из нескольких колонок: ${addresses.length}. Вместе прочитаны ${lists.join('; ')}. Если колонка другого ` +
        'адреса, назовите её как остальные его колонки: «Город проживания», «Улица проживания».'
    }
  ]
}

function tableWarnings(table: Table): PreviewWarning[] {
  const { heading, names, sheet } = table
  const warnings: PreviewWarning[] = []
  if (isHeaderless(table) && !heading.isAsked && Object.keys(names).length === 0)
    warnings.push({
      code: 'no_header',
      text: 'Строки заголовка нет: колонки названы по их значениям. Если это не так, укажите строку заголовка.'
    })
  if (heading.hasTitle)
    warnings.push({
      code: 'skipped_rows',
      text:
        heading.line === null
          ? 'Строки над таблицей пропущены.'
          : `Заголовок в строке ${heading.line}, строки над ним пропущены.`
    })
  if (sheet && sheet.others.length > 0) {
    const others = quotedList(sheet.others)
    warnings.push({
      code: 'other_sheets',
      text: `Загружается лист ${quoted(sheet.name)}. Данные есть и на других: ${others}. Их загружают отдельно.`
    })
  }
  return warnings
}

function columnWarnings(column: PreviewColumn & ColumnQuality): PreviewWarning[] {
  const { label, kind, filled, valid, evidence, empty, lostDigits, lostZeros, serialDates, examples } = column
  const telling = filled - empty
  const warnings: PreviewWarning[] = []
  if (lostDigits > 0)
    warnings.push({
      code: 'lost_digits',
      text:
        `В колонке ${quoted(label)} значений вида 7,97E+10: ${number.format(lostDigits)}, их последние цифры потеряны. Задайте ` +
        'столбцу в Excel формат «Текстовый» или «Числовой» без дробной части и сохраните файл заново.'
    })
  if (lostZeros > 0)
    warnings.push({
      code: 'lost_zeros',
      text:
        `В колонке ${quoted(label)} значений без нулей в начале: ${number.format(lostZeros)}. С нулями контрольное число ` +
        'сходится, и записи найдутся по номеру с ними; сами значения сохранятся как есть.'
    })
  if (serialDates > 0)
    warnings.push({
      code: 'serial_dates',
      text: `Колонка ${quoted(label)}: даты записаны числами Excel, таких ${number.format(serialDates)}; они будут прочитаны как даты.`
    })
  if (evidence === 'values_against_header')
    warnings.push({
      code: 'values_against_header',
      text: `Колонка ${quoted(label)} названа иначе, но значения в ней — ${FIELD_LABELS[kind]} (${examples[0] ?? ''}).`
    })
  else if (telling > 0 && valid < telling * FEW_VALID)
    warnings.push({
      code: 'few_valid',
      text:
        `Колонка ${quoted(label)}: ${fitting(FIELD_LABELS[kind], valid, telling)} сохранятся как есть. ` +
        'Проверьте вид колонки.'
    })
  return warnings
}

/** «ни одно значение не похоже на «ИНН» (36), они», «на «ИНН» похожи 5 из 36 значений, остальные» */
function fitting(kind: string, valid: number, telling: number): string {
  if (valid === 0) return `ни одно значение не похоже на «${kind}» (${number.format(telling)}), они`
  const values = `из ${number.format(telling)} ${endsInOne(telling) ? 'значения' : 'значений'}`
  return `на «${kind}» ${endsInOne(valid) ? 'похоже' : 'похожи'} ${number.format(valid)} ${values}, остальные`
}

const endsInOne = (count: number): boolean => count % 10 === 1 && count % 100 !== 11
