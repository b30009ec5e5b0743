import type { PartyRole } from '#shared/labels/parties.ts'

/** Whose values a column of a row holds. `self` is whom the row is about, `other` somebody of whom nothing more is told. */
export interface PartyWords {
  /** Words of a header, `*` for an ending of up to four letters; words joined by `+` follow one another. */
  words: string
  /** A row may be about such a person: beside nobody who comes first, the values are its own. */
  isSubject?: true
  /** Somebody's relative: a row with nobody else's name is about whoever it does not name. */
  isKin?: true
}

/**
 * What headers call the people of a row, Russian and English. Who has two roles at once, as a plaintiff and a defendant have,
 * is the subject of neither.
 */
export const PARTY_WORDS: Record<Exclude<PartyRole, 'other'>, PartyWords> = {
  client: { words: 'клиент* заказчик* client* customer*', isSubject: true },
  borrower: { words: 'заемщик* кредитополучател* borrower*', isSubject: true },
  applicant: {
    words: 'заявител* соискател* кандидат* абитуриент* applicant* candidate*',
    isSubject: true
  },
  patient: { words: 'пациент* больн* patient*', isSubject: true },
  pupil: {
    words:
      'ученик* учениц* учащ* учащегося учащейся обучающ* обучающегося студент* воспитанник* слушател* pupil* student*',
    isSubject: true
  },
  citizen: { words: 'гражданин* гражданк* citizen*', isSubject: true },
  employee: { words: 'сотрудник* работник* employee*', isSubject: true },
  subscriber: { words: 'абонент* пользовател* subscriber* user*', isSubject: true },
  owner: {
    words: 'владел* собственник* правообладател* жилец жильца owner*',
    isSubject: true
  },
  person: {
    words: 'физлиц* физ+лиц* физическ*+лиц* фл лицо лица человек* персон* person personal',
    isSubject: true
  },
  member: { words: 'участник* член* member*', isSubject: true },
  payer: { words: 'плательщик* налогоплательщик* payer*', isSubject: true },
  debtor: { words: 'должник* debtor*', isSubject: true },
  insurant: { words: 'страховател*', isSubject: true },
  insured: { words: 'застрахованн* insured', isSubject: true },
  driver: { words: 'водител* driver*', isSubject: true },
  author: { words: 'автор* author*', isSubject: true },
  entrepreneur: { words: 'предпринимател*', isSubject: true },
  head: {
    words: 'руководител* директор* гендиректор* ceo head director*',
    isSubject: true
  },
  founder: { words: 'учредител* founder*', isSubject: true },
  spouse: { words: 'супруг* муж мужа жена жены spouse* husband* wife*', isKin: true },
  mother: { words: 'мать матери мама мамы mother* mom', isKin: true },
  father: { words: 'отец отца папа папы father* dad', isKin: true },
  parent: { words: 'родител* parent*', isKin: true },
  child: { words: 'ребен* дети детей сын* дочь дочер* child* son daughter*', isKin: true },
  relative: {
    words:
      'родственник* родственниц* брат брата сестр* бабушк* дедушк* внук* внучк* relative* brother* sister* next+of+kin',
    isKin: true
  },
  guardian: { words: 'опекун* попечител* guardian*', isKin: true },
  representative: { words: 'представител* доверенн*+лиц* поверенн* representative*' },
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
  third_party: { words: 'треть*+лиц*' },
  creditor: { words: 'кредитор* creditor*' },
  seller: { words: 'продав* seller*' },
  buyer: { words: 'покупател* buyer*' },
  landlord: { words: 'арендодател* наймодател* landlord* lessor*' },
  tenant: { words: 'арендатор* нанимател* съемщик* квартирант* tenant* lessee*' },
  sender: { words: 'отправител* sender*' },
  recipient: { words: 'получател* адресат* recipient*' },
  contact: { words: 'контактн*+лиц* contact+person emergency+contact' },
  heir: { words: 'наследник* наследниц* heir*' },
  testator: { words: 'наследодател* завещател* testator*' },
  donor: { words: 'дарител* донор* donor*' },
  donee: { words: 'одаряем* donee*' },
  beneficiary: { words: 'выгодоприобретател* бенефициар* beneficiary' }
}

/** The person's own name once more, in other letters, in short or as it was before. */
export const SAME_NAME_WORDS =
  'прежн* бывш* старая старое старый девич* рождении до+брака ранее другое другая другие псевдоним* позывн* прозвищ* латин* лат транслит* транслитерац* ' +
  'англ английск* кириллиц* рус русск* полн* полностью кратк* кратко сокращ* коротк* инициал* отображаем* справочник* alias* aka ' +
  'former* maiden latin lat translit* english eng en ru cyrillic short display native previous caption'
