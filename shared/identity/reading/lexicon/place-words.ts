import { hasLegalForm, ORGANISATION_WORDS } from '#shared/identity/organisations/legal-forms.ts'
import { memoizeTexts } from '#shared/identity/text/memoize.ts'

/** Words of addresses only; short ones of the next pattern need a digit. */
const STREET =
  /(?<!\p{L})(?:ул|улица|пр-т|пр-кт|просп|проспект|пер|переулок|шоссе|наб|набережная|мкр|мкрн|микрорайон|бульвар|бул|б-р|площадь|обл|область|р-н|район|край|респ|республика|пос|поселок|посёлок|деревня|село|станица|проезд|тупик|город|кв|корп|дом)(?!\p{L})/iu
export const STREET_DAY =
  '(?:8 марта|[19] мая|(?:9|22) января|23 февраля|12 апреля|18 марта|22 июня|(?:26|30) июля|1 сентября|25 октября|[47] ноября|(?:5|12) декабря)'
const ORGANISATION = new RegExp(`(?<!\\p{L})(?:${ORGANISATION_WORDS})(?!\\p{L})`, 'iu')

const TOWNS = new Set(
  (
    'москва петербург санкт-петербург спб мск новосибирск екатеринбург казань красноярск челябинск самара уфа ростов-на-дону краснодар омск ' +
    'воронеж пермь волгоград саратов тюмень тольятти барнаул махачкала ижевск хабаровск ульяновск иркутск владивосток ярославль ' +
    'кемерово томск набережные севастополь ставрополь оренбург новокузнецк рязань балашиха пенза чебоксары липецк калининград ' +
    'астрахань тула сочи курск улан-удэ сургут тверь магнитогорск брянск якутск белгород симферополь калуга чита грозный вологда ' +
    'саранск смоленск курган орёл орел архангельск владикавказ подольск мурманск тамбов петрозаводск кострома новороссийск ' +
    'новгород нижний тагил челны стерлитамак химки мытищи люберцы минск киев алматы астана ташкент россия московская ленинградская'
  ).split(' ')
)

/** After an adjective they name a place. */
export const LANDSCAPE: ReadonlySet<string> = new Set(
  'бор поляна гора горка роща луг яр ключ холм посад брод остров берег камень озеро'.split(' ')
)

export const isOrganization = memoizeTexts(
  (text: string): boolean => ORGANISATION.test(text) || hasLegalForm(text)
)

/** Words before a place name that are no place: «имени 8 Марта», «колхоз 1 Мая». */
const NAMED_AFTER = /^(?:им|имени|колхоз|совхоз|артель|парк|сквер|аллея|фабрика)$/iu

export const isPlaceWord = (word: string): boolean =>
  NAMED_AFTER.test(word) || STREET.test(word) || isOrganization(word)

export const isTownName = (word: string): boolean => TOWNS.has(word)

export const hasTown = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .some(isTownName)

export const PLACE_ENDING = /(?:ск|град|бург|поль)$|-на-/u
