import type { PartyRole } from '#shared/labels/parties.ts'

/** `self` is the subject of the row, `other` somebody of unknown role. */
export interface PartyWords {
  /**
   * Words of a header: `*` is an ending of up to four letters, `+` joins a phrase. After `|` come words of another
   * person in the same role: husband and wife are both spouses.
   */
  words: string
  /** A whole header of the last group: «Супруга» is she, «ФИО супруга» he. */
  alone?: string
  /** 1: the usual subject; 2: may also keep or lead the row. */
  rank?: 1 | 2
  /** Says only that it is a person. */
  isAnybody?: true
  /** Stands beside a person; a row without another name is about the unnamed one. */
  isKin?: true
}

/**
 * Header words in Russian and English. Of equal ranks the upper row wins. Roles without a rank are the subject only
 * when alone: neither a plaintiff nor a defendant is.
 */
export const PARTY_WORDS: Record<Exclude<PartyRole, 'other'>, PartyWords> = {
  client: { words: 'клиент* заказчик* client* customer*', rank: 1 },
  borrower: { words: 'заемщик* кредитополучател* borrower*', rank: 1 },
  applicant: {
    words: 'заявител* соискател* кандидат* абитуриент* applicant* candidate*',
    rank: 1
  },
  patient: { words: 'пациент* больн* patient*', rank: 1 },
  pupil: {
    words:
      'ученик* учениц* учащ* учащегося учащейся обучающ* обучающегося студент* воспитанник* слушател* pupil* student*',
    rank: 1
  },
  citizen: { words: 'гражданин* гражданк* citizen*', rank: 1 },
  employee: { words: 'сотрудник* работник* employee*', rank: 2 },
  subscriber: { words: 'абонент* subscriber*', rank: 1 },
  user: { words: 'пользовател* user*', rank: 2 },
  owner: {
    words: 'владел* собственник* правообладател* жилец жильца owner*',
    rank: 2
  },
  person: {
    words: 'физлиц* физ+лиц* физическ*+лиц* фл лицо лица человек* персон* налогоплательщик* person personal',
    isAnybody: true,
    rank: 1
  },
  member: { words: 'участник* член* member*', rank: 1 },
  payer: { words: 'плательщик* payer*', rank: 1 },
  debtor: { words: 'должник* debtor*', rank: 1 },
  insurant: { words: 'страховател*', rank: 1 },
  insured: { words: 'застрахованн* insured', rank: 1 },
  driver: { words: 'водител* driver*', rank: 2 },
  author: { words: 'автор* author*', rank: 2 },
  entrepreneur: { words: 'предпринимател*', rank: 2 },
  head: {
    words: 'руководител* директор* гендиректор* ceo head director*',
    rank: 2
  },
  founder: { words: 'учредител* founder*', rank: 2 },
  spouse: {
    words:
      'супруга+и супруга+супруги супруг+супруга супруг+а spouse* | супруг супруга супругу супругом муж мужа мужу husband* | ' +
      'супруги супруге супругой жена жены жене wife*',
    alone: 'супруга',
    isKin: true
  },
  mother: { words: 'мать матери мама мамы mother* mom', isKin: true },
  father: { words: 'отец отца папа папы father* dad', isKin: true },
  parent: { words: 'родител* parent*', isKin: true },
  child: { words: 'ребен* дети детей child* | сын* son | дочь дочер* daughter*', isKin: true },
  relative: {
    words:
      'родственник* родственниц* relative* next+of+kin | брат брата brother* | сестр* sister* | бабушк* | дедушк* | внук* | внучк*',
    isKin: true
  },
  guardian: { words: 'опекун* попечител* guardian*', isKin: true },
  representative: { words: 'представител* доверенн*+лиц* поверенн* representative*', isKin: true },
  guarantor: { words: 'поручител* гарант гаранта guarantor*' },
  co_borrower: { words: 'созаемщик* co+borrower*' },
  doctor: { words: 'врач* доктор* терапевт* doctor* physician*' },
  teacher: {
    words:
      'классн*+руководител* научн*+руководител* преподавател* учител* воспитател* тренер* teacher* tutor* coach*'
  },
  curator: { words: 'куратор* наставник* curator* mentor*' },
  manager: { words: 'менеджер* manager*' },
  officer: {
    words:
      'должностн*+лиц* инспектор* следовател* дознавател* пристав* специалист* оператор* кассир* officer* inspector*'
  },
  judge: { words: 'судья судьи judge*' },
  lawyer: { words: 'адвокат* защитник* lawyer* attorney*' },
  notary: { words: 'нотариус* notary' },
  plaintiff: { words: 'истец истца взыскател* plaintiff* claimant*' },
  defendant: { words: 'ответчик* обвиняем* подсудим* подозреваем* defendant*' },
  victim: { words: 'потерпевш* victim*' },
  witness: { words: 'свидетел* понят* witness*' },
  third_party: { words: 'треть*+лиц* друг*+лицо друг*+лица иное+лицо иного+лица' },
  creditor: { words: 'кредитор* creditor*' },
  seller: { words: 'продав* seller*' },
  buyer: { words: 'покупател* buyer*' },
  landlord: { words: 'арендодател* наймодател* landlord* lessor*' },
  tenant: { words: 'арендатор* нанимател* съемщик* квартирант* tenant* lessee*' },
  sender: { words: 'отправител* sender*' },
  recipient: { words: 'получател* адресат* recipient*' },
  contact: { words: 'контактн*+лиц* экстренн*+контакт* contact+person emergency+contact', isKin: true },
  heir: { words: 'наследник* наследниц* heir*' },
  testator: { words: 'наследодател* завещател* testator*' },
  donor: { words: 'дарител* донор* donor*' },
  donee: { words: 'одаряем* donee*' },
  beneficiary: { words: 'выгодоприобретател* бенефициар* beneficiary' },
  assistant: { words: 'помощник* помощниц* секретар* assistant* secretary' }
}

export const SAME_NAME_WORDS =
  'девич* рождении до+брака до+замужества ранее псевдоним* позывн* прозвищ* латин* лат транслит* транслитерац* ' +
  'англ английск* кириллиц* рус русск* полн* полностью кратк* кратко сокращ* коротк* инициал* отображаем* справочник* alias* aka ' +
  'nickname maiden latin lat translit* english eng en ru cyrillic short display native caption file+as'

/** Needs the form of a name: «прежнее ФИО», not «прежний владелец». */
export const SAME_NAME_QUALIFIERS =
  'прежнее прежняя прежние бывшее бывшая бывшие старое старая старые другое другая другие former* previous'
export const NAME_WORDS = 'фио ф+и+о фамили* имя имена отчество name* surname* lastname fullname'
