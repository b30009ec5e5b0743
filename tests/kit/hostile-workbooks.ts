import { bookOf, LINKS, rowOf, workbookOf, zipOf } from './workbook.ts'

/** A file that is made to keep whoever reads it busy, to fill its memory or its disk, or to lead it out of its folder. */
export interface HostileFile {
  name: string
  /** Its bytes are made when they are needed: none is kept. */
  make(): Uint8Array | string
  /** The code of its refusal with words of it, or how many rows are read, stored or rejected. */
  ends: readonly [code: 'FILE_OVER_LIMIT' | 'IMPORT_REFUSED', says: string] | { rows: number } | 'any'
}

const MB = 1024 * 1024
const OVER = 'FILE_OVER_LIMIT'
const REFUSED = 'IMPORT_REFUSED'
const PEOPLE = rowOf('ФИО', 'Телефон') + rowOf('Тестов Иван', '8 973 204-17-50')

/** A sheet of numbers in the first style. */
const numbers = (count: number) =>
  rowOf('Номер', 'Сумма') +
  Array.from({ length: count }, (_, at) => `<row><c s="0"><v>${at}</v></c><c><v>1</v></c></row>`).join('')

const styled = (formats: readonly string[], styles: string, rows = numbers(3)) => {
  const written = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')
  const xml = `<styleSheet><numFmts>${written}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`
  return bookOf({ sheets: [rows], styles: xml })
}
const STYLE = '<xf numFmtId="164"/>'

const withMain = (main: string) =>
  zipOf({ 'xl/workbook.xml': main, 'xl/_rels/workbook.xml.rels': '<Relationships/>' })

const emptyRows = (bytes: number) => '<row/>'.repeat(bytes / 6)

/** Workbooks that hold too many of something, or are made to swell, to nest or to lead astray. */
export const HOSTILE_WORKBOOKS: readonly HostileFile[] = [
  {
    name: 'fmt.xlsx',
    make: () => styled(['['.repeat(60_000)], STYLE.repeat(200)),
    ends: [OVER, 'знаков в числовом формате больше 255']
  },
  {
    name: 'zeros.xlsx',
    make: () => styled(['0'.repeat(60_000)], STYLE, numbers(20_000)),
    ends: [OVER, 'знаков в числовом формате больше 255']
  },
  {
    name: 'digits.xlsx',
    make: () => styled(['0'.repeat(41)], STYLE),
    ends: [OVER, 'нулей в числовом формате больше 40']
  },
  { name: 'brackets.xlsx', make: () => styled(['['.repeat(255)], STYLE.repeat(10_000)), ends: { rows: 2 } },
  {
    name: 'formats.xlsx',
    make: () => styled(Array(251).fill('0.0'), STYLE),
    ends: [OVER, 'числовых форматов больше 250']
  },
  {
    name: 'styles-objs.xlsx',
    make: () => styled([], '<xf/>'.repeat(3_000_000)),
    ends: [OVER, 'стилей ячеек больше 65']
  },
  {
    name: 'shared-empty.xlsx',
    make: () => bookOf({ sheets: [PEOPLE], shared: `<sst>${'<si/>'.repeat(4_300_000)}</sst>` }),
    ends: [OVER, 'разных текстов больше 4']
  },
  {
    name: 'sheets.xlsx',
    make: () => bookOf({ sheets: [PEOPLE], names: 50_000 }),
    ends: [OVER, 'листов больше 1']
  },
  {
    name: 'one-part.xlsx',
    make: () => bookOf({ sheets: [emptyRows(8 * MB)], names: 1_000 }),
    ends: [REFUSED, 'пуста']
  },
  {
    name: 'links.xlsx',
    make: () =>
      bookOf({
        sheets: [PEOPLE],
        links: Array.from({ length: 20_000 }, (_, at) => `<Relationship Id="x${at}"/>`).join('')
      }),
    ends: [OVER, 'связей между частями больше 10']
  },
  {
    name: 'entities.xlsx',
    make: () =>
      withMain(
        '<!DOCTYPE a [<!ENTITY x "хх"><!ENTITY y "&x;&x;">]><workbook><sheets>&y;</sheets></workbook>'
      ),
    ends: [REFUSED, 'повреждена']
  },
  {
    name: 'external.xlsx',
    make: () =>
      withMain(
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><workbook><sheets>&x;</sheets></workbook>'
      ),
    ends: [REFUSED, 'повреждена']
  },
  {
    name: 'external-cell.xlsx',
    make: () =>
      bookOf({ sheets: [PEOPLE], head: '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:9/p.dtd">%p;]>' }),
    ends: { rows: 1 }
  },
  {
    name: 'nested.xlsx',
    make: () => workbookOf(PEOPLE + '<a>'.repeat(100_000) + '</a>'.repeat(100_000)),
    ends: [REFUSED, 'повреждена']
  },
  {
    name: 'attribute.xlsx',
    make: () => workbookOf(`${PEOPLE}<row a="${'a'.repeat(MB)}"/>`),
    ends: [REFUSED, 'повреждена']
  },
  {
    name: 'attributes.xlsx',
    make: () =>
      workbookOf(`${PEOPLE}<row ${Array.from({ length: 30_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
    ends: { rows: 1 }
  },
  {
    name: 'comment.xlsx',
    make: () => workbookOf(`${PEOPLE}<!--${'a'.repeat(10 * MB)}-->`),
    ends: [REFUSED, 'повреждена']
  },
  {
    name: 'cdata.xlsx',
    make: () =>
      workbookOf(
        `${PEOPLE}<row><c t="inlineStr"><is><t><![CDATA[${'я'.repeat(5 * MB)}]]></t></is></c></row>`
      ),
    ends: { rows: 2 }
  },
  {
    name: 'far-cells.xlsx',
    make: () =>
      workbookOf(
        `${PEOPLE}<row r="1048577"><c r="XFD1"><v>1</v></c><c r="${'Z'.repeat(60_000)}1"><v>1</v></c><c r="A1"><v>1</v></c></row>`
      ),
    ends: { rows: 2 }
  },
  {
    name: 'row-numbers.xlsx',
    make: () =>
      workbookOf(
        PEOPLE +
          ['1e308', '-5', 'NaN', '99999999999999999999']
            .map(at => `<row r="${at}"><c t="str"><v>Тестов Пётр</v></c></row>`)
            .join('')
      ),
    ends: 'any'
  },
  {
    name: 'no-strings.xlsx',
    make: () => workbookOf(`${PEOPLE}<row><c t="s"><v>1e99</v></c><c t="s"><v>-1</v></c></row>`),
    ends: { rows: 1 }
  },
  { name: 'no-sheets.xlsx', make: () => withMain('<workbook/>'), ends: [REFUSED, 'пуста'] },
  {
    name: 'self.xlsx',
    make: () =>
      zipOf({
        'xl/workbook.xml': `<workbook xmlns:r="${LINKS}"><sheets><sheet name="а" r:id="a"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="${LINKS}/worksheet" Target="workbook.xml"/></Relationships>`
      }),
    ends: [REFUSED, 'пуста']
  },
  {
    name: 'bomb.xlsx',
    make: () => workbookOf(PEOPLE + ' '.repeat(70 * MB)),
    ends: [REFUSED, 'больше чем в 100 раз']
  },
  {
    name: 'many-bombs.xlsx',
    make: () => bookOf({ sheets: Array(3).fill(emptyRows(24 * MB)) }),
    ends: [REFUSED, 'больше чем в 100 раз']
  }
]
