import fc from 'fast-check'

const UNITS = [
  ...[
    '\u0301',
    '\u0323\u0300',
    '\u0344',
    '\ud800',
    '\udc00',
    '\u200b',
    '\u202e',
    '\u00ad',
    '\ufe0f',
    '\ufffd',
    '\0'
  ],
  ...[
    'а',
    'a',
    'Ж',
    'ё',
    'е\u0308',
    'İ',
    'ß',
    'ﬁ',
    '１',
    '0',
    '3',
    '٣',
    '½',
    '漢',
    '𝒜',
    '😀',
    '\u1100\u1161'
  ],
  ...[
    ' ',
    '  ',
    '\n',
    '\t',
    '\u00a0',
    '-',
    '–',
    '.',
    ',',
    ';',
    '/',
    '|',
    '(',
    '«',
    '"',
    "'",
    '№',
    '+',
    '@',
    ':'
  ],
  ...[
    'иван',
    'Ivanov',
    'Петровна',
    'оглы',
    'И.',
    'дж. ',
    'аb',
    'б0к',
    'ул. ',
    'д5',
    'кв ',
    'г. ',
    'ООО ',
    'null'
  ],
  ...[
    '12',
    '1981',
    '01.02.1980',
    '1980-02-01',
    '8(973)',
    '+7 ',
    '204-17-40',
    '0DMPA4B26KP204175',
    'А417ВС00'
  ],
  ...[
    'инн ',
    'тел. ',
    'паспорт ',
    'серия ',
    'почта: ',
    'снилс',
    'огрн:',
    'mailto:',
    'a@',
    'a@b.cc',
    '.me/',
    'д.р. '
  ]
]

const unit = fc.constantFrom(...UNITS)

/** Long runs of one unit, as a cat on a keyboard or an attacker makes them. */
const runs = fc
  .array(fc.tuple(unit, fc.integer({ min: 1, max: 400 })), { maxLength: 5 })
  .map(parts => parts.map(([text, times]) => text.repeat(times)).join(''))

const mixed = fc.array(unit, { maxLength: 60 }).map(parts => parts.join(''))

const LABELS = [
  'ФИО',
  'Телефон',
  'E-mail',
  'ИНН',
  'СНИЛС',
  'Паспорт',
  'Дата рождения',
  'Адрес',
  'VIN',
  'Госномер'
]

/** A card pasted from another program, its values anything. */
const labelledPaste = fc
  .array(
    fc.tuple(fc.constantFrom(...LABELS), fc.oneof(mixed, fc.string({ unit: 'binary', maxLength: 20 }))),
    {
      maxLength: 8
    }
  )
  .map(rows => rows.map(([label, value]) => `${label}: ${value}`).join('\n'))

/** Any text that may be typed, pasted or stored: every alphabet, broken code units, signs nobody sees. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  mixed,
  runs,
  labelledPaste,
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 })
)

const LARGE = 64 * 1024

/** 64 kB of the text again and again. */
export const largeText: fc.Arbitrary<string> = nastyText.map(text =>
  (text || ' ').repeat(Math.ceil(LARGE / (text.length || 1))).slice(0, LARGE)
)
