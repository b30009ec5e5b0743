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

export const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.flatMap(([form, , latin]) =>
    [form, ...latin.split(' ')]
      .filter(word => word !== '')
      .map((word): [string, string] => [word, form || word])
  )
)

/** Longer forms first: «публичное акционерное общество» contains another. */
const WHOLE_FORMS = FORMS.filter(([, whole]) => whole !== '')
  .toSorted(([, a], [, b]) => b.length - a.length)
  .map(([form, whole]) => ({ form, pattern: new RegExp(`(?<!\\p{L})${whole}(?!\\p{L})`, 'iu') }))

/** Any spelled-out form, for patterns with the flags `iu`. */
export const WHOLE_FORM = `(?<!\\p{L})(?:${FORMS.map(([, whole]) => whole)
  .filter(Boolean)
  .toSorted((a, b) => b.length - a.length)
  .join('|')})(?!\\p{L})`

/** Quick test before the patterns are tried. */
const MAY_SPELL_OUT = /обществ|организаци|предприяти|учреждени|товариществ/iu

/** Removes the spelled-out form from a text; null when there is none. */
export const takeWholeForm = (text: string): { form: string; rest: string } | null => {
  if (!MAY_SPELL_OUT.test(text)) return null
  for (const { form, pattern } of WHOLE_FORMS)
    if (pattern.test(text)) return { form, rest: text.replace(pattern, ' ') }
  return null
}

const SHORT_FORM = new RegExp(`(?<![\\p{L}\\d])(?:${[...SHORT_FORMS.keys()].join('|')})(?![\\p{L}\\d])`, 'iu')

export const hasLegalForm = (text: string): boolean => SHORT_FORM.test(text) || takeWholeForm(text) !== null

export const ORGANISATION_WORDS = 'банк|завод|школа|больница|магазин|компания|университет'
const SAYS_ORGANISATION = new RegExp(
  `[«"“][^«»"“”]*\\p{L}[^«»"“”]*[»"”]|(?<!\\p{L})(?:${ORGANISATION_WORDS})(?!\\p{L})`,
  'iu'
)

/** A legal form, a quoted name or a word like «школа». */
export const saysOrganisation = (text: string): boolean => SAYS_ORGANISATION.test(text) || hasLegalForm(text)
