import { QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import { seededRandom } from './seeded-random.ts'

/** What lines that mean harm, or nothing at all, are made of. */
export const HOSTILE_PIECES: readonly string[] = [
  // Labels that are one of two words, or two
  ...[
    'дом. тел. ',
    'моб. раб. ',
    'тел. (моб.) ',
    'контактный тел. (моб.) ',
    'номер тел. (моб.) ',
    'адрес телефон раб. '
  ],
  // Digits, dashes and spaces without end
  ...[
    '1',
    '1 ',
    '12 ',
    '8 ',
    '0',
    '-',
    ' -',
    '1-',
    '1.',
    '1.1.',
    '1/',
    '1:',
    '(',
    '((1',
    '+',
    '+7',
    '.',
    ' .',
    ',',
    ';',
    '|',
    '/',
    '№'
  ],
  // Letters without end, names without number
  ...[
    'а',
    'а ',
    'а-',
    "а'",
    'а.',
    'А.А.',
    'Аа-',
    'ш',
    'shch',
    'й',
    'ё',
    'ab ',
    'аб ',
    'Ли ',
    'Саша Женя ',
    'Александра-Мария '
  ],
  ...[
    'Иванов ',
    'Иванов-',
    'Иван Иванович ',
    'Иван Петров Сидоров ',
    'Иванов И.И. ',
    'фон ',
    'де ',
    'оглы ',
    'bdfyjd ',
    'zxcv,'
  ],
  // Labels without values, values without labels
  ...[
    'ИНН ',
    'ИНН 1 ',
    'тел ',
    'тел. +',
    'паспорт ',
    'серия ',
    'номер ',
    'сер ',
    'дата рождения ',
    'г. р ',
    'д.р. ',
    'р. ',
    'моб. ',
    'VIN ',
    'ул. ',
    'Адрес: ',
    'Номер дела: '
  ],
  ...[
    '9732041740 ',
    '89732041740',
    '204-777-153 66 ',
    '00 00 204175 ',
    '4503№',
    '001204175339 ',
    '0DMPA4B26KP204175 ',
    '0DM PA4B26 ',
    'А417ВС00 ',
    'А 417 '
  ],
  ...[
    '01.02.1980 ',
    '1980 ',
    '1980 г.р. ',
    '1 мар ',
    '«1» марта 1980 ',
    '19800201 ',
    'a@',
    'a@a@a',
    'a@b.',
    'i.primerov@example.com ',
    '@',
    'mailto:',
    'wa.me/'
  ],
  // Other programs' languages
  ...[
    '%',
    '_',
    '*',
    '?',
    '\\',
    "'",
    "''",
    '"',
    "' OR 1=1 --",
    "'; DROP TABLE rec; --",
    '$1',
    '{}',
    '{"a":',
    '[[',
    '<script>',
    '</p>',
    '&amp;',
    '$&{x}',
    '(a+)+$',
    '[^',
    '(?:',
    '\\u0000',
    '%00',
    '../'
  ],
  // Signs that are no letters, and letters of others
  ...[
    '🙂',
    '👨\u200d👩\u200d👧',
    '🇷🇺',
    '\u0301',
    'и\u0306',
    'Z\u0351\u036b\u0343',
    '\u200b',
    '\u200d',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u00ad',
    '\u0000',
    '\u0007',
    '\u001b[31m',
    '\r\n',
    '\t',
    '\u2028',
    '\ud83d',
    '\udc00'
  ],
  ...[
    '漢字 ',
    '김',
    'ひらがな',
    'עברית ',
    'العربية ',
    'ไทย',
    'देव',
    '١٢٣',
    '１２',
    'Ⅷ',
    '½',
    'ﬃ',
    'ß',
    'İ',
    'ı',
    'ſ',
    '\u1e9e',
    '𝟘',
    '𐐷'
  ]
]

const ONE_IN = 14
const MIXED_AT_MOST = 5
const CODE_POINTS = 0x110000

const cut = (line: string) => [...line].slice(0, QUERY_MAX_CODE_POINTS).join('')

/**
 * Lines of 512 code points: each piece repeated, then mixtures of a few pieces with any code points among them. The
 * same for the same seed.
 */
export function hostileLines(mixtures: number, seed: number): string[] {
  const random = seededRandom(seed)
  const repeated = HOSTILE_PIECES.map(piece => cut(piece.repeat(QUERY_MAX_CODE_POINTS)))
  const mixed = Array.from({ length: mixtures }, () => {
    const chosen = Array.from(
      { length: 1 + random(MIXED_AT_MOST) },
      () => HOSTILE_PIECES[random(HOSTILE_PIECES.length)] ?? ''
    )
    const signs: string[] = []
    while (signs.length < QUERY_MAX_CODE_POINTS)
      signs.push(
        ...(random(ONE_IN) === 0
          ? [String.fromCodePoint(random(CODE_POINTS))]
          : (chosen[random(chosen.length)] ?? ''))
      )
    return signs.slice(0, QUERY_MAX_CODE_POINTS).join('')
  })
  return [...repeated, ...mixed]
}
