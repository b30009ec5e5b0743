import type { PartyRole } from '#shared/labels/parties.ts'

/** Whose values a column of a row holds. `self` is whom the row is about, `other` somebody of whom nothing more is told. */
export interface PartyWords {
  /**
   * Words of a header, `*` for an ending of up to four letters; words joined by `+` follow one another. Behind `|` stand
   * those of somebody else in the same role: a husband is not the wife, though both are spouses.
   */
  words: string
  /** Such a word as the whole header is of the last group: «Супруга» is she, «ФИО супруга» he. */
  alone?: string
  /** A row is about the named one of the least rank: 1 of whom rows usually are about, 2 of who may keep or lead them too. */
  rank?: 1 | 2
  /** Says no more than that it is a person: of whoever the row is about. */
  isAnybody?: true
  /** Stands beside somebody, as a relative does: a row with nobody else's name is about whoever it does not name. */
  isKin?: true
}

/**
 * What headers call the people of a row, Russian and English. Of two with one rank the upper
 * row comes first. Who has no rank is the subject beside nobody only: neither a plaintiff nor a defendant is.
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

/** The person's own name once more, in other letters, in short or as it was before. */
export const SAME_NAME_WORDS =
  'девич* рождении до+брака до+замужества ранее псевдоним* позывн* прозвищ* латин* лат транслит* транслитерац* ' +
  'англ английск* кириллиц* рус русск* полн* полностью кратк* кратко сокращ* коротк* инициал* отображаем* справочник* alias* aka ' +
  'nickname maiden latin lat translit* english eng en ru cyrillic short display native caption file+as'

/** Mean that only in the form of a name and beside one: «прежнее ФИО», not «прежний владелец» or «другое лицо». */
export const SAME_NAME_QUALIFIERS =
  'прежнее прежняя прежние бывшее бывшая бывшие старое старая старые другое другая другие former* previous'
export const NAME_WORDS = 'фио ф+и+о фамили* имя имена отчество name* surname* lastname fullname'
