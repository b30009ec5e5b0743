/** `place` is a town or village, `whole` the country or nothing, `post` a box. */
export type LabelledPart =
  | 'region'
  | 'district'
  | 'place'
  | 'street'
  | 'house'
  | 'block'
  | 'structure'
  | 'letter'
  | 'flat'
  | 'whole'

const WORDS: Record<LabelledPart, string> = {
  whole: 'россия рф российская федерация тер территория',
  region: 'обл область край респ республика ао авт автономный',
  district: 'р рн район мр го округ мо поселение сп сс со',
  place: 'г гор город п пос поселок с село сел дер деревня пгт рп кп дп нп ст станица хутор х аул снт днт',
  street:
    'ул улица пр пркт прт просп проспект пер переулок ш шоссе бр бул бульвар пл площадь наб набережная мкр мкрн мкрон мн ' +
    'микрорайон проезд прд туп тупик аллея ал квартал квл линия',
  house: 'д дом влд владение уч участок',
  block: 'к корп корпус',
  structure: 'стр строение соор сооружение',
  letter: 'лит литера литер',
  flat: 'кв квартира оф офис ком комн комната пом помещение'
}

export const PART_OF_WORD: ReadonlyMap<string, LabelledPart> = new Map(
  Object.entries(WORDS).flatMap(([part, words]) =>
    words.split(' ').map((word): [string, LabelledPart] => [word, part as LabelledPart])
  )
)

const JOINED: readonly [RegExp, string][] = [
  [/(?<![\p{L}\p{N}])а\s?[/\\]\s?я(?![\p{L}\p{N}])/gu, 'ая'],
  [/(?<![\p{L}\p{N}])п\.\s?г\.\s?т(?![\p{L}\p{N}])/gu, 'пгт'],
  [/(?<![\p{L}\p{N}])([гмрнкдс])(?:\.\s?|\/)([опс])(?![\p{L}\p{N}])/gu, '$1$2'],
  [
    /(?<!\p{L})(?:городск|муниципальн|сельск|административн|автономн)\p{L}{2}\s+(?=(?:округ|район|поселени|образовани)\p{L}{0,2}(?!\p{L}))/gu,
    ''
  ],
  [/(?<!\p{L})образование(?!\p{L})/gu, 'мо']
]
const MAY_BE_JOINED = /[./\\]\s?[опсят](?!\p{L})|округ|район|поселени|образовани/u

export const joinLabels = (text: string): string =>
  MAY_BE_JOINED.test(text)
    ? JOINED.reduce((joined, [pattern, word]) => joined.replace(pattern, word), text)
    : text
