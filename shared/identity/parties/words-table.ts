/** Whose values a column of a row holds. `self` is whom the row is about, `other` somebody of whom nothing more is told. */
export interface PartyWords {
  /** As it is shown: «врач в записи …». */
  label: string
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
export const PARTY_WORDS = {
  client: { label: 'клиент', words: 'клиент* заказчик* client* customer*', isSubject: true },
  borrower: { label: 'заёмщик', words: 'заемщик* кредитополучател* borrower*', isSubject: true },
  applicant: {
    label: 'заявитель',
    words: 'заявител* соискател* кандидат* абитуриент* applicant* candidate*',
    isSubject: true
  },
  patient: { label: 'пациент', words: 'пациент* больн* patient*', isSubject: true },
  pupil: {
    label: 'учащийся',
    words:
      'ученик* учениц* учащ* учащегося учащейся обучающ* обучающегося студент* воспитанник* слушател* pupil* student*',
    isSubject: true
  },
  citizen: { label: 'гражданин', words: 'гражданин* гражданк* citizen*', isSubject: true },
  employee: { label: 'сотрудник', words: 'сотрудник* работник* employee*', isSubject: true },
  subscriber: { label: 'абонент', words: 'абонент* пользовател* subscriber* user*', isSubject: true },
  owner: {
    label: 'владелец',
    words: 'владел* собственник* правообладател* жилец жильца owner*',
    isSubject: true
  },
  person: {
    label: 'лицо',
    words: 'физлиц* физ+лиц* физическ*+лиц* фл лицо лица человек* персон* person personal',
    isSubject: true
  },
  member: { label: 'участник', words: 'участник* член* member*', isSubject: true },
  payer: { label: 'плательщик', words: 'плательщик* налогоплательщик* payer*', isSubject: true },
  debtor: { label: 'должник', words: 'должник* debtor*', isSubject: true },
  insurant: { label: 'страхователь', words: 'страховател*', isSubject: true },
  insured: { label: 'застрахованный', words: 'застрахованн* insured', isSubject: true },
  driver: { label: 'водитель', words: 'водител* driver*', isSubject: true },
  author: { label: 'автор', words: 'автор* author*', isSubject: true },
  entrepreneur: { label: 'предприниматель', words: 'предпринимател*', isSubject: true },
  head: {
    label: 'руководитель',
    words: 'руководител* директор* гендиректор* ceo head director*',
    isSubject: true
  },
  founder: { label: 'учредитель', words: 'учредител* founder*', isSubject: true },
  spouse: { label: 'супруг(а)', words: 'супруг* муж мужа жена жены spouse* husband* wife*', isKin: true },
  mother: { label: 'мать', words: 'мать матери мама мамы mother* mom', isKin: true },
  father: { label: 'отец', words: 'отец отца папа папы father* dad', isKin: true },
  parent: { label: 'родитель', words: 'родител* parent*', isKin: true },
  child: { label: 'ребёнок', words: 'ребен* дети детей сын* дочь дочер* child* son daughter*', isKin: true },
  relative: {
    label: 'родственник',
    words:
      'родственник* родственниц* брат брата сестр* бабушк* дедушк* внук* внучк* relative* brother* sister* next+of+kin',
    isKin: true
  },
  guardian: { label: 'опекун', words: 'опекун* попечител* guardian*', isKin: true },
  representative: { label: 'представитель', words: 'представител* доверенн*+лиц* поверенн* representative*' },
  guarantor: { label: 'поручитель', words: 'поручител* гарант гаранта guarantor*' },
  co_borrower: { label: 'созаёмщик', words: 'созаемщик* co+borrower*' },
  doctor: { label: 'врач', words: 'врач* доктор* терапевт* doctor* physician*' },
  teacher: {
    label: 'преподаватель',
    words:
      'классн*+руководител* научн*+руководител* преподавател* учител* воспитател* тренер* teacher* tutor* coach*'
  },
  curator: { label: 'куратор', words: 'куратор* наставник* curator* mentor*' },
  manager: { label: 'менеджер', words: 'менеджер* manager*' },
  officer: {
    label: 'должностное лицо',
    words:
      'должностн*+лиц* инспектор* следовател* дознавател* пристав* специалист* оператор* кассир* officer* inspector*'
  },
  judge: { label: 'судья', words: 'судья судьи judge*' },
  lawyer: { label: 'адвокат', words: 'адвокат* защитник* lawyer* attorney*' },
  notary: { label: 'нотариус', words: 'нотариус* notary' },
  plaintiff: { label: 'истец', words: 'истец истца взыскател* plaintiff* claimant*' },
  defendant: { label: 'ответчик', words: 'ответчик* обвиняем* подсудим* подозреваем* defendant*' },
  victim: { label: 'потерпевший', words: 'потерпевш* victim*' },
  witness: { label: 'свидетель', words: 'свидетел* понят* witness*' },
  third_party: { label: 'третье лицо', words: 'треть*+лиц*' },
  creditor: { label: 'кредитор', words: 'кредитор* creditor*' },
  seller: { label: 'продавец', words: 'продав* seller*' },
  buyer: { label: 'покупатель', words: 'покупател* buyer*' },
  landlord: { label: 'арендодатель', words: 'арендодател* наймодател* landlord* lessor*' },
  tenant: { label: 'арендатор', words: 'арендатор* нанимател* съемщик* квартирант* tenant* lessee*' },
  sender: { label: 'отправитель', words: 'отправител* sender*' },
  recipient: { label: 'получатель', words: 'получател* адресат* recipient*' },
  contact: { label: 'контактное лицо', words: 'контактн*+лиц* contact+person emergency+contact' },
  heir: { label: 'наследник', words: 'наследник* наследниц* heir*' },
  testator: { label: 'наследодатель', words: 'наследодател* завещател* testator*' },
  donor: { label: 'даритель', words: 'дарител* донор* donor*' },
  donee: { label: 'одаряемый', words: 'одаряем* donee*' },
  beneficiary: { label: 'выгодоприобретатель', words: 'выгодоприобретател* бенефициар* beneficiary' }
} as const satisfies Record<string, PartyWords>

export const PARTY_ROLES = ['other', ...(Object.keys(PARTY_WORDS) as (keyof typeof PARTY_WORDS)[])] as const
export type PartyRole = (typeof PARTY_ROLES)[number]

/** Whose a column may be said to be. */
export const COLUMN_PARTIES = ['self', ...PARTY_ROLES] as const
export type ColumnParty = (typeof COLUMN_PARTIES)[number]

export const OTHER_LABEL = 'другое лицо'

export const partyLabel = (role: PartyRole): string =>
  role === 'other' ? OTHER_LABEL : PARTY_WORDS[role].label

/** «сам человек», «врач» */
export const columnPartyLabel = (party: ColumnParty): string =>
  party === 'self' ? 'сам человек' : partyLabel(party)

/** The person's own name once more, in other letters, in short or as it was before. */
export const SAME_NAME_WORDS =
  'прежн* бывш* старая старое старый девич* рождении до+брака ранее другое другая другие псевдоним* позывн* прозвищ* латин* лат транслит* транслитерац* ' +
  'англ английск* кириллиц* рус русск* полн* полностью кратк* кратко сокращ* коротк* инициал* отображаем* справочник* alias* aka ' +
  'former* maiden latin lat translit* english eng en ru cyrillic short display native previous'
