/** Legal forms: the short one, then how it is spelled out, as a pattern over words of any case, and in Latin letters. */
const FORMS: readonly [form: string, whole: string, latin: string][] = [
  ['ооо', 'обществ\\p{L}{1,2} с ограниченной ответственностью', 'ooo llc ltd'],
  ['пао', 'публичн\\p{L}{2,3} акционерн\\p{L}{2,3} обществ\\p{L}{1,2}', 'pao pjsc'],
  ['зао', 'закрыт\\p{L}{2,3} акционерн\\p{L}{2,3} обществ\\p{L}{1,2}', 'zao cjsc'],
  ['оао', 'открыт\\p{L}{2,3} акционерн\\p{L}{2,3} обществ\\p{L}{1,2}', 'oao ojsc'],
  ['ао', '(?:непубличн\\p{L}{2,3} )?акционерн\\p{L}{2,3} обществ\\p{L}{1,2}', 'jsc'],
  ['ано', 'автономн\\p{L}{2,3} некоммерческ\\p{L}{2,3} организаци\\p{L}{1,2}', ''],
  ['нко', 'некоммерческ\\p{L}{2,3} организаци\\p{L}{1,2}', ''],
  ['фгуп', 'федеральн\\p{L}{2,3} государственн\\p{L}{2,3} унитарн\\p{L}{2,3} предприяти\\p{L}{1,2}', ''],
  ['гуп', 'государственн\\p{L}{2,3} унитарн\\p{L}{2,3} предприяти\\p{L}{1,2}', ''],
  ['муп', 'муниципальн\\p{L}{2,3} унитарн\\p{L}{2,3} предприяти\\p{L}{1,2}', ''],
  ['фгбу', 'федеральн\\p{L}{2,3} государственн\\p{L}{2,3} бюджетн\\p{L}{2,3} учреждени\\p{L}{1,2}', ''],
  ['гбу', 'государственн\\p{L}{2,3} бюджетн\\p{L}{2,3} учреждени\\p{L}{1,2}', ''],
  ['мбу', 'муниципальн\\p{L}{2,3} бюджетн\\p{L}{2,3} учреждени\\p{L}{1,2}', ''],
  ['мбоу', 'муниципальн\\p{L}{2,3} бюджетн\\p{L}{2,3} общеобразовательн\\p{L}{2,3} учреждени\\p{L}{1,2}', ''],
  [
    'гбоу',
    'государственн\\p{L}{2,3} бюджетн\\p{L}{2,3} общеобразовательн\\p{L}{2,3} учреждени\\p{L}{1,2}',
    ''
  ],
  ['тсж', 'товариществ\\p{L}{1,2} собственников жилья', ''],
  ['тсн', 'товариществ\\p{L}{1,2} собственников недвижимости', ''],
  ['снт', 'садов\\p{L}{2,5} некоммерческ\\p{L}{2,3} товариществ\\p{L}{1,2}', ''],
  ['', '', 'inc gmbh corp plc']
]

/** Short forms in both scripts → the form; one without a Russian counterpart is its own. */
export const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.flatMap(([form, , latin]) =>
    [form, ...latin.split(' ')]
      .filter(word => word !== '')
      .map((word): [string, string] => [word, form || word])
  )
)

/** The longer forms come first: «публичное акционерное общество» ends with another one. */
const WHOLE_FORMS = FORMS.filter(([, whole]) => whole !== '')
  .toSorted(([, a], [, b]) => b.length - a.length)
  .map(([form, whole]) => ({ form, pattern: new RegExp(`(?<!\\p{L})${whole}(?!\\p{L})`, 'iu') }))

/** Any legal form that is spelled out, for a pattern with the flags `iu`. */
export const WHOLE_FORM = `(?<!\\p{L})(?:${FORMS.map(([, whole]) => whole)
  .filter(Boolean)
  .toSorted((a, b) => b.length - a.length)
  .join('|')})(?!\\p{L})`

/** True for a text that may spell a legal form out: the patterns are tried only then. */
const MAY_SPELL_OUT = /обществ|организаци|предприяти|учреждени|товариществ/iu

/** The legal form that a text spells out, and the text without it; null when it spells none. */
export const takeWholeForm = (text: string): { form: string; rest: string } | null => {
  if (!MAY_SPELL_OUT.test(text)) return null
  for (const { form, pattern } of WHOLE_FORMS)
    if (pattern.test(text)) return { form, rest: text.replace(pattern, ' ') }
  return null
}

const SHORT_FORM = new RegExp(`(?<![\\p{L}\\d])(?:${[...SHORT_FORMS.keys()].join('|')})(?![\\p{L}\\d])`, 'iu')

/** True when a legal form stands anywhere in the text, short or spelled out. */
export const hasLegalForm = (text: string): boolean => SHORT_FORM.test(text) || takeWholeForm(text) !== null

/** Words that the names of organisations have and those of people do not: in a register they stand without a legal form. */
export const ORGANISATION_WORDS = 'банк|завод|школа|больница|магазин|компания|университет'
const SAYS_ORGANISATION = new RegExp(
  `[«"“][^«»"“”]*\\p{L}[^«»"“”]*[»"”]|(?<!\\p{L})(?:${ORGANISATION_WORDS})(?!\\p{L})`,
  'iu'
)

/** True for a text that by a legal form, a name in quotes or a word such as «школа» is the name of an organisation. */
export const saysOrganisation = (text: string): boolean => SAYS_ORGANISATION.test(text) || hasLegalForm(text)
