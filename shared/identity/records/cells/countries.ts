import { memoize } from '#shared/identity/text/memoize.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'

/** Words of citizenship by country: `*` is any ending, `+` joins a phrase. */
const COUNTRIES: Record<string, string> = {
  Россия: 'рф российск* россиян* российская+федерация российской+федерации rus ru russia* russian+federation',
  СССР: 'советск* ussr',
  Абхазия: 'абхаз* abkhazia*',
  Азербайджан: 'азербайджан* aze az azerbaijan*',
  Армения: 'армянск* армении arm am armenia*',
  Афганистан: 'афганск* афганистан* afg af afghan*',
  Беларусь: 'рб белорус* беларус* белоруссия blr by belarus*',
  Болгария: 'болгарск* болгарии bgr bg bulgaria*',
  Великобритания: 'британск* великобритании gbr gb uk british united+kingdom great+britain',
  Венгрия: 'венгерск* венгрии hun hu hungar*',
  Вьетнам: 'вьетнам* vnm vn vietnam*',
  Германия: 'фрг немецк* германии германск* deu de german*',
  Греция: 'греческ* греции grc gr greece greek',
  Грузия: 'грузинск* грузии geo ge georgia*',
  Египет: 'египет* египта egy eg egypt*',
  Израиль: 'израил* isr il israel*',
  Индия: 'индийск* индии ind in india*',
  Иран: 'иранск* ирана irn ir iran*',
  Испания: 'испанск* испании esp es spain spanish',
  Италия: 'итальянск* италии ita it ital*',
  Казахстан: 'рк казах* kaz kz kazakh*',
  Канада: 'канадск* канады can ca canad*',
  Кипр: 'кипрск* кипра cyp cy cypr*',
  Киргизия: 'кр киргиз* кыргыз* kgz kg kyrgyz*',
  Китай: 'кнр китайск* китая chn cn chin*',
  Латвия: 'латвийск* латвии lva lv latvia*',
  Литва: 'литовск* литвы ltu lt lithuania*',
  Молдавия: 'рм молдав* молдов* mda md moldova*',
  Монголия: 'монгольск* монголии mng mn mongolia*',
  Польша: 'польск* польши pol pl poland polish',
  Сербия: 'сербск* сербии srb rs serbia*',
  Сирия: 'сирийск* сирии syr sy syria*',
  США: 'американск* америка usa us american united+states united+states+of+america',
  Таджикистан: 'рт таджик* tjk tj tajik*',
  Туркмения: 'туркмен* tkm tm turkmen*',
  Турция: 'турецк* турции tur tr turkey turkish turkiye',
  Узбекистан: 'руз узбек* uzb uz uzbek*',
  Украина: 'украин* ukr ua ukrain*',
  Финляндия: 'финск* финляндии fin fi finland finnish',
  Франция: 'французск* франции fra fr france french',
  Чехия: 'чешск* чехии cze cz czech*',
  Эстония: 'эстонск* эстонии est ee estonia*',
  'Южная Корея': 'корейск* корея республика+корея kor kr korea*',
  Япония: 'японск* японии jpn jp japan*',
  'Без гражданства': 'лбг апатрид* без+гражданства лицо+без+гражданства stateless'
}

const normal = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

const FORMS: readonly [form: string, country: string][] = Object.entries(COUNTRIES).flatMap(
  ([country, forms]) =>
    [normal(country), ...forms.split(' ')].map((form): [string, string] => [
      form.replaceAll('+', ' '),
      country
    ])
)
const COUNTRY_BY_FORM: ReadonlyMap<string, string> = new Map(FORMS.filter(([form]) => !form.endsWith('*')))
const STEMS = FORMS.filter(([form]) => form.endsWith('*')).map(
  ([form, country]) => [form.slice(0, -1), country] as const
)

const FILLER =
  /(?<!\p{L})(?:граждан(?:ин|ка|ство|ина|ки)|гражданств\p{L}{1,2}|подданн\p{L}{2,3}|гр|республик[аи]|citizen(?:ship)?|of|the)(?!\p{L})\.?/gu
const ENDING_MAX = 6

const countryOf = (text: string): string | undefined =>
  COUNTRY_BY_FORM.get(text) ??
  STEMS.find(
    ([stem]) => text.startsWith(stem) && text.length - stem.length <= ENDING_MAX && !text.includes(' ')
  )?.[1]

const TWO = /[;,/|\n]|\s(?:и|and)\s/u
const VALUE_CHARS_MAX = 80

const readCountries = (text: string): readonly string[] =>
  text
    .split(TWO)
    .map(part => sanitizeText(part))
    .filter(part => part !== '')
    .map(part => {
      const whole = normal(part).replaceAll('.', '').trim()
      const bare = whole.replace(FILLER, ' ').replace(/\s+/gu, ' ').trim()
      return countryOf(whole) ?? countryOf(bare) ?? part
    })

const memoized = memoize(readCountries)

/** Countries of a citizenship: «РФ», «российское» and «RUS» are «Россия». Unknown ones stay as written. */
export const countriesIn = (text: string): readonly string[] =>
  text.length > VALUE_CHARS_MAX ? [text] : memoized(text)
