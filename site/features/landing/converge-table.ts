/** An invented person in five spellings, and the card they make. Source 3 is 3 everywhere. */

export const SPELLINGS = [
  { source: 'Демо-реестр 07', name: 'Примеров Илья Андреевич' },
  { source: 'Демо-справочник связи 03, краткое имя', name: 'Илюша', after: '+7 973 204-17-40' },
  { source: 'Демо-реестр организаций 12, инициалы', name: 'ПРИМЕРОВ И. А.', after: 'директор' },
  { source: 'Демо-объявления 05, латиница', name: 'Primerov Ilya', after: 'Primersk' },
  { source: 'Демо-почта 11, без отчества', name: 'Илья Примеров', after: 'Образцовая, 7' }
] as const satisfies readonly { source: string; name: string; after?: string }[]

type Support = 'yes' | 'no' | 'none'

/** How the five sources stand to a value, in their order. */
export const VALUES: readonly { field: string; value: string; support: readonly Support[]; label: string }[] =
  [
    {
      field: 'Дата рождения',
      value: '14.03.1981',
      support: ['yes', 'yes', 'none', 'none', 'none'],
      label: 'подтверждают источники 1, 2; молчат 3, 4, 5'
    },
    {
      field: 'Телефон',
      value: '+7 973 204-17-40',
      support: ['yes', 'yes', 'none', 'yes', 'none'],
      label: 'подтверждают источники 1, 2, 4; молчат 3, 5'
    },
    {
      field: 'ИНН',
      value: '001204175339',
      support: ['yes', 'none', 'yes', 'none', 'none'],
      label: 'подтверждают источники 1, 3; молчат 2, 4, 5'
    },
    {
      field: 'Адрес',
      value: 'ул. Образцовая, 7',
      support: ['yes', 'none', 'no', 'yes', 'yes'],
      label: 'подтверждают источники 1, 4, 5; расходится 3; молчит 2'
    }
  ]
