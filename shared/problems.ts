import { AGENT_REFUSALS } from '#shared/contracts/programs/agent-refusals.ts'
import { COMMON_PASSWORD } from '#shared/rules/account.ts'
import { ADMIN_REFUSALS } from '#shared/rules/admin-refusals.ts'
import { FORM_REFUSALS } from '#shared/rules/form-refusals.ts'
import { PROVIDER_REFUSALS } from '#shared/rules/provider-refusals.ts'
import { UNKNOWN_PURPOSE, WRONG_CASE_REF } from '#shared/rules/purpose.ts'
import { SECOND_STEP_TEXTS } from './texts/second-step.ts'

/**
 * Every "no" the API gives on purpose: a stable code, its HTTP status and the Russian text a person reads. A new
 * refusal is one row with its text. A text that a page shows before it asks stands apart, so that the page does not
 * carry all: in `FORM_REFUSALS`, `ADMIN_REFUSALS` (forms of administrators), `PROVIDER_REFUSALS`, or beside its one rule
 * (`rules/purpose.ts`). `AGENT_REFUSALS` are those of a protocol. Codes: `docs/how-it-works/contract.md` §2.
 */
export const PROBLEMS = {
  // Any route
  BAD_INPUT: { status: 400, text: FORM_REFUSALS.BAD_INPUT },
  BAD_JSON: { status: 400, text: 'Тело запроса не удалось прочитать' },
  BODY_TOO_SLOW: { status: 400, text: 'Запрос приходит слишком медленно' },
  BODY_TOO_LARGE: { status: 413, text: 'Слишком большой запрос' },
  UNSUPPORTED_TYPE: { status: 415, text: 'Неподдерживаемый тип содержимого' },
  NO_SUCH_PATH: { status: 404, text: 'Такого адреса нет' },
  METHOD_NOT_ALLOWED: { status: 405, text: 'Метод не поддерживается' },
  NOT_FOUND: { status: 404, text: 'Не найдено' },
  CROSS_SITE: { status: 403, text: 'Запрос пришёл с другого сайта' },
  UNEXPECTED: { status: 500, text: 'Внутренняя ошибка сервера' },
  DATABASE_DOWN: { status: 503, text: 'База данных временно недоступна. Попробуйте позже.' },
  OVERLOADED: { status: 503, text: 'Сервис перегружен. Попробуйте через минуту.' },
  STOPPING: { status: 503, text: 'Сервис перезапускается. Попробуйте через несколько секунд.' },

  // Accounts
  NOT_SIGNED_IN: { status: 401, text: 'Необходимо войти в систему' },
  NOT_AUTHENTICATED: { status: 401, text: 'Not authenticated' },
  FORBIDDEN: { status: 403, text: 'Доступ запрещен' },
  ACCOUNT_BLOCKED: { status: 403, text: PROVIDER_REFUSALS.ACCOUNT_BLOCKED },
  BAD_CREDENTIALS: { status: 401, text: 'Неверное имя пользователя или пароль' },
  USERNAME_TAKEN: { status: 409, text: 'Пользователь с таким именем уже существует' },
  TOO_MANY_LOGINS: { status: 429, text: 'Слишком много попыток входа. Попробуйте позже.' },
  TOO_MANY_REGISTRATIONS: {
    status: 429,
    text: 'Слишком много регистраций с этого адреса. Попробуйте позже.'
  },
  SECURITY_CHECK_MISSING: { status: 400, text: FORM_REFUSALS.SECURITY_CHECK_MISSING },
  SECURITY_CHECK_FAILED: { status: 400, text: FORM_REFUSALS.SECURITY_CHECK_FAILED },
  SECURITY_CHECK_DOWN: { status: 503, text: 'Проверка безопасности временно недоступна. Попробуйте позже.' },
  SECOND_STEP_EXPIRED: { status: 401, text: SECOND_STEP_TEXTS.over },
  BAD_CODE: {
    status: 400,
    text: 'Код не подошёл. Введите новый и проверьте, что часы на телефоне идут верно.'
  },
  CODE_USED: { status: 400, text: 'Этот код уже использован. Дождитесь следующего.' },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    text: 'Администратору нужен второй шаг входа. Настройте его на странице «Безопасность».'
  },
  PROOF_REQUIRED: { status: 409, text: 'Подтвердите, что это вы' },
  PROOF_BY_FACTOR: {
    status: 409,
    text: 'Пароля мало: введите код из приложения, резервный код или подтвердите ключом'
  },
  LAST_FACTOR: {
    status: 409,
    text: 'Администратору нельзя остаться без второго шага. Сначала добавьте другой способ.'
  },
  TOTP_ENABLED: { status: 409, text: 'Одноразовые коды уже включены' },
  TOTP_DISABLED: { status: 409, text: 'Одноразовые коды не включены. Начните настройку заново.' },
  NO_FACTOR: { status: 409, text: 'Второй шаг входа не настроен' },
  PASSKEY_REFUSED: { status: 400, text: 'Ключ не подошёл или запрос устарел. Попробуйте ещё раз.' },
  PASSKEY_KNOWN: { status: 409, text: 'Этот ключ уже добавлен' },
  TOO_MANY_PASSKEYS: { status: 409, text: 'У вас уже 10 ключей. Удалите лишние.' },
  OIDC_DENIED: { status: 403, text: PROVIDER_REFUSALS.OIDC_DENIED },
  OIDC_STALE: { status: 400, text: PROVIDER_REFUSALS.OIDC_STALE },
  OIDC_BAD_ANSWER: { status: 400, text: PROVIDER_REFUSALS.OIDC_BAD_ANSWER },
  OIDC_DOWN: { status: 503, text: PROVIDER_REFUSALS.OIDC_DOWN },
  WRONG_PASSWORD: { status: 400, text: 'Неверный текущий пароль' },
  COMMON_PASSWORD: { status: 400, text: COMMON_PASSWORD },
  PASSWORDS_DIFFER: { status: 400, text: FORM_REFUSALS.PASSWORDS_DIFFER },

  // Search
  EMPTY_QUERY: { status: 400, text: 'Введите поисковый запрос' },
  QUERY_TOO_LONG: { status: 400, text: 'Запрос слишком длинный: не больше 512 символов' },
  NOTHING_TO_SEARCH: { status: 400, text: 'В запросе нечего искать: нужны слова или цифры' },
  WORD_TOO_LONG: { status: 400, text: 'В запросе нечего искать: слово или число длиннее 64 знаков' },
  LIST_OF_PEOPLE: {
    status: 400,
    text: 'Это список: за один запрос ищутся не больше трёх человек или трёх номеров. Разделите список.'
  },
  UNKNOWN_READING: { status: 400, text: 'Такого прочтения у запроса нет' },
  PURPOSE_REQUIRED: { status: 400, text: 'Укажите цель поиска' },
  UNKNOWN_PURPOSE: { status: 400, text: UNKNOWN_PURPOSE },
  BAD_CASE_REF: { status: 400, text: WRONG_CASE_REF },
  NO_CREDITS: { status: 402, text: 'Недостаточно запросов. Пополните баланс.' },
  KEY_REUSED: { status: 409, text: 'Этот ключ идемпотентности уже использован с другим запросом' },
  TOO_MANY_SEARCHES: {
    status: 429,
    text: 'Слишком много поисков одновременно. Попробуйте через несколько секунд.'
  },
  SEARCH_SLOWED: {
    status: 429,
    text: 'Поиск этой учётной записи замедлен, пока её не проверит администратор. Повторите через несколько секунд.'
  },
  SEARCH_EXPIRED: { status: 410, text: 'Продолжить этот поиск уже нельзя. Повторите запрос.' },
  SEARCH_DOWN: { status: 503, text: 'Поиск временно недоступен. Запрос не списан.' },
  UNKNOWN_PERSON: { status: 400, text: 'В этом поиске нет такого человека или такой записи' },
  ONE_PERSON: { status: 400, text: 'Это одна и та же карточка: нужны две разные' },
  NOTE_TOO_LONG: { status: 400, text: 'Заметка слишком длинная: не больше 500 символов' },
  TOO_MANY_VERDICTS: { status: 409, text: 'У этого поиска уже 500 выводов. Удалите лишние.' },
  VERDICT_CHANGED: {
    status: 409,
    text: 'Вывод уже изменён или отменён, например в другой вкладке. Проверьте, что показано, и решите ещё раз.'
  },

  // Lists
  LIST_EMPTY: { status: 400, text: 'В списке нет ни одной строки' },
  LIST_TOO_LONG: { status: 400, text: 'В списке больше 10 000 строк. Разделите его.' },
  LIST_TITLE_TOO_LONG: { status: 400, text: 'Название длиннее 120 символов' },
  LIST_FILE_TOO_LARGE: { status: 413, text: 'Файл больше 10 МБ. Разделите его на части.' },
  LIST_FILE_REFUSED: { status: 400, text: 'Этот файл нельзя прочитать как список' },
  LIST_COLUMN_UNKNOWN: { status: 400, text: 'В файле нет такой колонки' },
  LIST_NOTHING_TO_SEARCH: { status: 400, text: 'В списке нет ни одной строки, которую можно искать' },
  LISTS_BEING_READ: {
    status: 429,
    text: 'Ваш прошлый список ещё читается. Попробуйте через несколько секунд.'
  },
  TOO_MANY_LISTS: { status: 409, text: 'У вас уже 100 списков. Удалите ненужные.' },
  LIST_STATE: {
    status: 409,
    text: 'Список уже в другом состоянии, например из другой вкладки. Проверьте, что показано, и решите ещё раз.'
  },
  LIST_ROW_NOT_FOUND: { status: 404, text: 'Такой строки в списке нет' },
  LIST_ROW_UNANSWERED: { status: 409, text: 'У этой строки ещё нет ответа: вывод можно сделать после него' },

  NOT_A_PHONE: { status: 400, text: 'Это не номер телефона' },
  TOO_MANY_CHECKS: { status: 429, text: 'Слишком много проверок. Попробуйте через минуту.' },

  // API tokens and the public API
  TOKEN_EXISTS: { status: 409, text: FORM_REFUSALS.TOKEN_EXISTS },
  TOO_MANY_TOKENS: { status: 409, text: 'У вас уже 10 токенов. Удалите лишние.' },
  NO_SUCH_TOKEN: { status: 404, text: 'Указанный токен не найден среди ваших.' },
  TOKEN_IN_ADDRESS: {
    status: 400,
    text: 'Токен в адресе не принимается: передайте его в теле запроса или в заголовке Authorization'
  },
  QUERIES_IN_ADDRESS: {
    status: 400,
    text: 'Строки таблицы в адресе не принимаются: передайте их методом POST'
  },
  BATCH_TOO_LARGE: { status: 413, text: 'Больше 1 000 строк за один раз. Разделите таблицу на части.' },
  ...AGENT_REFUSALS,
  TWO_TOKENS: { status: 400, text: 'В обращении два разных токена. Оставьте один.' },
  BAD_LIMIT: { status: 400, text: FORM_REFUSALS.BAD_LIMIT },
  BAD_TOKEN: { status: 401, text: 'Токен неверен или не указан' },
  TOKEN_EXPIRED: { status: 401, text: 'Срок токена истёк' },
  TOKEN_ADDRESS: { status: 401, text: 'С этого адреса токен не принимается' },
  TOKEN_ROTATED: {
    status: 409,
    text: 'Токен уже сменён, и прежний ещё действует. Закончите прежний или подождите.'
  },
  TOO_OFTEN: { status: 429, text: 'Слишком часто: не чаще одного обращения в 0,5 с' },
  TOO_MANY_GUESSES: {
    status: 429,
    text: 'Слишком много обращений с неверным токеном. Попробуйте через минуту.'
  },
  SEARCH_FAILED: { status: 500, text: 'Поиск не удался или не уложился в 5 с. Запрос не списан.' },

  // Notifications of users' systems
  WEBHOOK_PRIVATE: {
    status: 400,
    text: 'Этот адрес ведёт внутрь сети. Укажите адрес, открытый в интернете.'
  },
  WEBHOOK_UNRESOLVED: { status: 400, text: 'По этому имени в интернете ничего не открыто. Проверьте адрес.' },
  TOO_MANY_WEBHOOKS: { status: 409, text: 'У вас уже 3 адреса. Удалите ненужный.' },
  TOO_MANY_SENDS: {
    status: 429,
    text: 'Слишком много отправок и изменений адресов. Попробуйте через минуту.'
  },

  // Administration
  OWN_ACCOUNT: {
    status: 409,
    text: 'Нельзя удалить или заблокировать самого себя или снять с себя роль администратора'
  },
  LAST_ADMINISTRATOR: {
    status: 409,
    text: 'Это последний администратор: его нельзя удалить, заблокировать или лишить роли'
  },
  ALREADY_BLOCKED: { status: 409, text: 'Этот пользователь уже заблокирован' },
  ALREADY_PUBLISHED: { status: 409, text: 'Эта новость уже опубликована' },
  NOT_BLOCKED: { status: 409, text: 'Этот пользователь не заблокирован' },
  NOT_AN_ADDRESS: { status: 400, text: ADMIN_REFUSALS.NOT_AN_ADDRESS },
  ADDRESS_KNOWN: { status: 409, text: 'Этот адрес уже есть среди исключений' },
  PROTECTED_ADDRESS: {
    status: 409,
    text: 'Это встроенный адрес: его нельзя удалить, отключить или заменить другим'
  },
  BAD_INDEX_NAME: { status: 400, text: ADMIN_REFUSALS.BAD_INDEX_NAME },
  INDEX_EXISTS: { status: 409, text: 'Такой индекс уже есть' },
  INDEX_LEAVING: { status: 409, text: 'Индекс с таким именем ещё удаляется. Попробуйте через минуту.' },
  INDICES_FULL: {
    status: 409,
    text: 'Новый индекс создать нельзя: за всё время создано 32 767, номеров больше нет. Загружайте данные в существующие.'
  },
  PASSPORT_INCOMPLETE: { status: 400, text: 'Паспорт источника неполон' },
  BATCH_UNDONE: { status: 409, text: 'Эта загрузка уже отменена' },
  BATCH_BUSY: {
    status: 409,
    text: 'В этот источник сейчас загружают данные или отменяют загрузку. Попробуйте позже.'
  },
  BAD_FILE_NAME: { status: 400, text: ADMIN_REFUSALS.BAD_FILE_NAME },
  FILE_EMPTY: { status: 400, text: ADMIN_REFUSALS.FILE_EMPTY },
  FILE_TOO_LARGE: { status: 400, text: ADMIN_REFUSALS.FILE_TOO_LARGE },
  UPLOADS_FULL: {
    status: 409,
    text: 'На сервере нет места для этого файла. Удалите ненужные загрузки или освободите диск.'
  },
  UPLOAD_OFFSET: { status: 409, text: 'Эта часть файла не следующая: продолжайте с того места, что принято' },
  UPLOAD_TOO_LONG: {
    status: 400,
    text: 'Частей больше, чем длина файла: он изменился. Загрузите его заново.'
  },
  UPLOAD_DAMAGED: { status: 400, text: 'Часть файла дошла повреждённой. Повторите её.' },
  UPLOAD_BUSY: {
    status: 429,
    text: 'Сервер занят другими файлами. Повторите через секунду; если связь медленная, отправляйте части поменьше.'
  },
  UPLOAD_UNFINISHED: { status: 409, text: 'Файл загружен не до конца' },
  IMPORT_UNDER_WAY: { status: 409, text: 'Эта загрузка уже идёт или закончена' },
  IMPORT_REFUSED: { status: 400, text: 'Этот файл нельзя загрузить' },
  FILE_OVER_LIMIT: { status: 400, text: 'В этом файле больше, чем можно прочитать' },
  IMPORT_AS_NEW: {
    status: 409,
    text: 'В файле нет строки заголовка: его строки могут стать новыми записями. Подтвердите это, назовите колонки, как в источнике, или добавьте заголовок.'
  },
  UNKNOWN_COLUMN: { status: 400, text: 'В источнике нет такой колонки' },
  UNKNOWN_VALUE: {
    status: 400,
    text: 'Непонятно, что это за значение. Выберите вид или напишите имя с полной датой рождения.'
  },
  EXPIRY_PAST: { status: 400, text: 'Этот срок уже прошёл' },
  ALREADY_LIFTED: { status: 409, text: 'Исключение уже снято' },
  NOT_SUPPRESSED: { status: 409, text: 'Записи удаляются по действующему исключению, а это снято' },
  AUDIT_CHECKING: { status: 409, text: 'Проверка журнала уже идёт. Её итог появится здесь же.' },
  MESSENGER_DOWN: { status: 503, text: 'Служба проверки мессенджеров не отвечает. Попробуйте позже.' },

  // Requests of the persons themselves
  TOO_MANY_SUBJECT_REQUESTS: {
    status: 429,
    text: 'Слишком много обращений отсюда или с этим адресом. Попробуйте позже.'
  },
  CHANNEL_OFF: { status: 400, text: 'На такой адрес код отправить нельзя. Укажите другой.' },
  NOTIFIER_DOWN: { status: 503, text: 'Сообщение сейчас не отправить. Попробуйте позже.' },
  CODE_WRONG: { status: 400, text: 'Код не подошёл' },
  CODE_SPENT: { status: 410, text: 'Код не подошёл, попыток больше нет. Нужен новый код.' },
  CODE_EXPIRED: { status: 410, text: 'Этот код больше не действует. Нужен новый код.' },
  REQUEST_CONFIRMED: { status: 409, text: 'Этот код уже введён: обращение принято' },
  TOO_MANY_CODES: {
    status: 429,
    text: 'Слишком много неверных кодов. Попробуйте позже. Если их вводили не вы, смените пароль.'
  },
  REPORT_LINK_USED: {
    status: 410,
    text: 'Эта ссылка уже открыта или больше не действует. Попросите прислать новую.'
  },
  REQUEST_DECIDED: {
    status: 409,
    text: 'Это обращение уже в другом состоянии, например решил другой администратор. Проверьте, что показано.'
  },
  REQUEST_FORGOTTEN: { status: 409, text: 'Данные этого обращения уже удалены по сроку' },

  // Payments
  NO_SUCH_NETWORK: { status: 400, text: 'Такой сети для оплаты нет' },
  TOO_MANY_PAYMENTS: {
    status: 409,
    text: 'У вас уже 5 неоплаченных платежей. Оплатите или отмените один из них.'
  },
  TOO_MANY_UNPAID: {
    status: 429,
    text: 'За сутки можно создать не больше 30 платежей, на которые ничего не пришло. Оплатите один из них или попробуйте завтра.'
  },
  BALANCE_FULL: {
    status: 409,
    text: 'На балансе не поместится столько запросов: их не больше 1 000 000 000'
  },
  NOT_HALTED: { status: 409, text: 'Эта сеть не остановлена' },
  RECONCILING: { status: 409, text: 'Сверка уже идёт. Её итог появится здесь же.' },
  NOT_PENDING: { status: 409, text: 'Платёж уже не ожидает оплаты' },
  HAS_MONEY: { status: 409, text: 'На адрес платежа уже поступают деньги, отменить его нельзя' },
  ALREADY_DECIDED: { status: 409, text: 'По этому поступлению решение уже принято' }
} as const satisfies Record<string, { status: number; text: string }>

export type ProblemCode = keyof typeof PROBLEMS

const LATER = 'Попробуйте позже.'
const SECONDS_IN_MINUTE = 60

/** The text of a refusal with the time after which to try again, where the text itself only says later. */
export function textWithWait(code: ProblemCode, seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / SECONDS_IN_MINUTE))
  return PROBLEMS[code].text.replace(LATER, `Попробуйте через ${minutes} мин.`)
}
