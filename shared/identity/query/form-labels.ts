/*
 * What forms print before a value or behind it, by what the value is: patterns for expressions with the flags `iu`, and at
 * the end single words. `labelled.ts` reads numbers by them, `labels.ts` leaves labels and unfilled fields out, also for
 * `paste.ts`, and `common-words.ts` takes the single words for no name. Papers are in `papers.ts`, the headers of columns,
 * which a pasted record has as well, in `shared/labels`.
 */

const END = '(?!\\p{L})'

const RESIDENT = '(?:(?:прописан|зарегистрирован|прожива)\\p{L}{0,5}(?:\\(\\p{L}{1,3}\\))?|прописка)'
const STAY = '(?:регистрации|прописки|жительства|проживания|пребывания|нахождения|доставки)'
const WHICH = '(?:(?:фактическ|постоянн|временн)\\p{L}{3} )?'
const WHOSE =
  '(?:владельц|должник|клиент|заявител|собственник|организаци|компани|покупател|получател|отправител|пациент|абонент|' +
  'руководител|директор|продавц|пассажир|участник|сотрудник|работник)\\p{L}{1,2}'
const OF_WHOM = `(?: ${WHOSE})?`
const PLACE =
  '(?:(?:(?:почтов|фактическ|домашн|полн|юридическ)\\p{L}{2} |(?:факт|юр)\\. ?)?' +
  `(?:связ[ьи] по )?адрес[ау]?(?!\\p{L}| (?:эл|e-?mail|почт|сайт))(?: ${WHICH}(?:места )?${STAY}| ${WHOSE})?|мест[оау] ${WHICH}${STAY})${END}`
/** «зарегистрирован и проживает по адресу», «адрес места жительства» */
export const ADDRESS_LABELS = `(?:${RESIDENT}|${PLACE})${END}(?:,? (?:и|по) (?:${RESIDENT}|${PLACE})${END}){0,2}`

/** Of where and what somebody is, whose values are searched as words. */
export const PLACE_OR_STATE_LABELS =
  '(?:(?:дата и )?место рожд(?:ения|\\.)|урож(?:ен(?:ец|ка|ца|ки))?|место (?:работы|службы|уч[её]бы)|' +
  'паспортные данные|национальность|семейное положение)'

/** Of numbers and e-mails, which are read as what their label says, as are dates behind a `BIRTH_LABEL`. */
export const IDENTIFIER_LABELS = {
  inn: `инн(?: ?\\/ ?кпп)?(?: (?:физ(?:\\.|ического)? ?лица|юр\\.? ?лица)| ${WHOSE})?|inn`,
  snils: `снилс${OF_WHOM}|snils`,
  ogrn: 'огрнип|огрн|ogrnip|ogrn',
  passport: 'паспорт[а-яё]{0,3}(?: (?:рф|гражданина(?: рф)?|выдан))?|пасп|п-т|passport|сери[яи]|сер',
  phone:
    '(?:номер )?(?:(?:моб|раб|дом|сот|конт)[а-яё]{0,7}\\.? ?)?(?:телефон[а-яё]{0,2}' +
    `${OF_WHOM}|тел)` +
    '(?:\\.? ?[(/]? ?(?:моб|раб|дом|сот|факс)[а-яё]{0,7}\\.?\\)?)?|' +
    'моб(?:ильный)?|сот(?:овый)?|phone|tel|whatsapp|(?<=(?:^|[,;|(/]) ?)т',
  email:
    'e-?mail|(?:(?:эл(?:ектронн[а-яё]{2})?\\.?) ?)?почта(?! росси)' +
    `${OF_WHOM}|` +
    'эл(?:ектронный|\\.) ?адрес|mail',
  vin: 'vin(?: ?-?код)?|вин(?: ?-?код)?',
  plate:
    'а/м|т/с|автомобиль|автомашина|гос\\.? ?номер|гос\\.? ?знак|грз|г/н|номер авто|номер машины|номер|авто|машина'
} as const

/** Of those and of dates of birth the words that stand beside each other, longer ones first: «контактный номер телефона», «паспорт гражданина РФ». */
export const NUMBER_WORDS =
  `(?:паспортные данные|${Object.values(IDENTIFIER_LABELS).join('|')}|` +
  'номера|контактн\\p{L}{2,3}|мобильн\\p{L}{2,3}|домашн\\p{L}{2,3}|рабоч\\p{L}{2,3}|дом(?=\\. ?тел)|раб|конт|факс|viber|' +
  '(?:адрес )?(?:электронной|эл\\.) ?почт[аы]|документ\\p{L}{0,2}|удостоверяющий личность|гражданина|рф|' +
  'российской федерации|кпп|страховой|дата(?: и место)?|день|год|рожд(?:ения)?|родил(?:ся|ась))(?!\\p{L})'

/** Of fields whose values are searched as words. */
export const TEXT_LABELS = 'организация|примечание|комментарий'
/** The same, but at the beginning of a line such a word is what is looked for. */
export const OCCUPATION_LABELS = 'должность|профессия|работает|работа|образование|статус'
/** Of further fields, which are left out where nobody filled them. */
export const OTHER_LABELS =
  'гражданство|гражданин|пол|д[./]? ?р|роль|источник|компания|работодатель|кем выдан|дата (?:выдачи|регистрации)|код подразделения|' +
  'номер (?:дела|записи)|водительское удостоверение|в/у|полис(?: омс)?|автомобиль|контакты|сайт|ник|логин|telegram|телеграм|' +
  'skype|скайп|вк|регион|город|район|область|индекс|звание|дети|псевдоним|(?:прежняя|девичья|бывшая) фамилия'

/** Of what a source tells beside a person: left out behind a name and named. */
export const SOURCE_LABELS =
  'оператор|регион|объявление|список|модель|год выпуска|направление|роль|отправление|лицевой сч[её]т|' +
  '(?:номер|№) (?:записи|дела|карты|заказа|бронирования|отправления)|табельный номер|номер билета|рейс'
/** Of whoever the record is of, where its source has more labels than one. */
export const SUBJECT_LABELS = 'пассажир|участник|отправитель'

/** Of the family, whose names are other people's. */
export const FAMILY_ROLES = 'отец|мать|отчим|мачеха|муж|жена|супруга?|сын|дочь|брат|сестра'
/** The same behind «с». */
export const FAMILY_INSTRUMENTAL =
  'отцом|матерью|отчимом|мачехой|мужем|женой|супругом|супругой|сыном|дочерью|братом|сестрой'
/** Of whoever a document is about, or somebody in it is to somebody else. */
export const PERSON_ROLES =
  `(?:${FAMILY_ROLES}|` +
  'опекун|(?:законный )?представитель|истец|истица|' +
  'ответчи(?:к|ца)|заявитель(?:ница)?|должник|взыскатель|подсудим(?:ый|ая)|обвиняем(?:ый|ая)|подозреваем(?:ый|ая)|' +
  'потерпевш(?:ий|ая)|осужд[её]нн(?:ый|ая)|свидетель(?:ница)?|собственник|владелец|наниматель|арендатор|покупатель|' +
  'продавец|заказчик|поручитель|за[её]мщик|наследник|налогоплательщик|застрахованное лицо|пациент|сотрудник|работник|' +
  'руководитель|(?:генеральный |ген\\. ?)?директор|учредитель|контактное лицо|абонент|получатель|отправитель|клиент|' +
  'водитель|пассажир|участник|гр-н|гр-ка|индивидуальный предприниматель)'

/** With what the labels of several words begin, for a quick look at the words of a line; those of numbers have a sign. */
export const LABEL_BEGINNINGS =
  'адрес|почтов|факт|домашн|полн|юр|мест|пропис|зарегистр|прожив|дата|урож|паспортн|национал|семейн|' +
  'пол(?!\\p{L})|гражданств|генеральн|ген\\.|законн|контактн|индивид|застрах'

/** Single words that beside a name are the label of a value that is not there. */
export const LONE_LABELS: ReadonlySet<string> = new Set(
  (
    'адрес почта email e-mail факс паспорт документ инн снилс огрн огрнип кпп vin дата рождения телефон номер тел моб ' +
    'мобильный сотовый прописка должность профессия образование гражданство организация полис серия контакты данные'
  ).split(' ')
)
/** Words of headings, addresses and forms, and who somebody is: inside a name they are no part of it. */
export const HEADING_WORDS: ReadonlySet<string> = new Set(
  (
    'адреса паспорта документы город улица дом квартира рождение год года лет ' +
    'контрагент контрагента ранее бывший бывшая примечание комментарий прописан прописана выдан выдана ' +
    'урожденная урождённая девичестве брака прежняя ' +
    'выданы выдано предмет нет место статус роль источник удостоверение семейное положение код ' +
    'госномер контактный ' +
    'розыск розыске муж жена отец мать дочь сестра супруг супруга должник директор истец истица ответчик ответчица взыскатель'
  ).split(' ')
)
