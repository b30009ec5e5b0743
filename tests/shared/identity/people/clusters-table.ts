import type { Situation } from './clusters.ts'

/** 60 invented situations; what the letters mean is said at `Situation`. */
export const SITUATIONS: Situation[] = [
  // Same person, different writing
  {
    title: 'three registers, name and date equal',
    rows: [
      ['a', 's1', { ФИО: 'Примеров Илья Андреевич', ДР: '14.03.1981' }],
      ['a', 's2', { Фамилия: 'ПРИМЕРОВ', Имя: 'ИЛЬЯ', Отчество: 'АНДРЕЕВИЧ', ДР: '1981-03-14' }],
      ['a', 's3', { ФИО: 'Илья Андреевич Примеров', ДР: '14 марта 1981' }]
    ]
  },
  {
    title: 'ё and е',
    rows: [
      ['a', 's1', { ФИО: 'Семёнов Пётр Алексеевич', ДР: '02.07.1975' }],
      ['a', 's2', { ФИО: 'Семенов Петр Алексеевич', ДР: '02.07.1975' }]
    ]
  },
  {
    title: 'initials with the same date',
    rows: [
      ['a', 's1', { ФИО: 'Образцов Глеб Ильич', ДР: '11.11.1990' }],
      ['a', 's2', { ФИО: 'Образцов Г. И.', ДР: '11.11.1990' }]
    ]
  },
  {
    title: 'initials with the same phone',
    rows: [
      ['a', 's1', { ФИО: 'Тестова Инна Павловна', phone: 1 }],
      ['a', 's2', { ФИО: 'И. П. Тестова', phone: 1 }]
    ]
  },
  {
    title: 'Latin spelling with the same e-mail',
    rows: [
      ['a', 's1', { ФИО: 'Щукин Юрий Михайлович', email: 'yu.schukin' }],
      ['a', 's2', { ФИО: 'Yuriy Shchukin', email: 'YU.Schukin' }]
    ]
  },
  {
    title: 'one typing error with the same date',
    rows: [
      ['a', 's1', { ФИО: 'Колесников Артём Денисович', ДР: '05.05.1988' }],
      ['a', 's2', { ФИО: 'Колесинков Артём Денисович', ДР: '05.05.1988' }]
    ]
  },
  {
    title: 'patronymic missing on one side',
    rows: [
      ['a', 's1', { ФИО: 'Воронцова Дарья Олеговна', ДР: '30.01.1992' }],
      ['a', 's2', { ФИО: 'Воронцова Дарья', ДР: '30.01.1992' }]
    ]
  },
  {
    title: 'day and month exchanged',
    rows: [
      ['a', 's1', { ФИО: 'Громов Сергей Петрович', ДР: '03.04.1979' }],
      ['a', 's2', { ФИО: 'Громов Сергей Петрович', ДР: '04.03.1979' }]
    ]
  },
  {
    title: 'a chain of phone, e-mail and date',
    rows: [
      ['a', 's1', { ФИО: 'Лужин Кирилл Романович', phone: 2, ДР: '09.09.1985' }],
      ['a', 's2', { ФИО: 'Лужин Кирилл', phone: 2, email: 'kluzhin' }],
      ['a', 's3', { ФИО: 'Лужин К. Р.', email: 'kluzhin' }]
    ]
  },
  {
    title: 'year alone beside the full date, same phone',
    rows: [
      ['a', 's1', { ФИО: 'Зимин Павел Егорович', ДР: '12.12.1970', phone: 3 }],
      ['a', 's2', { ФИО: 'Зимин Павел Егорович', ДР: '1970', phone: 3 }]
    ]
  },
  {
    title: 'e-mail and phone in one cell',
    rows: [
      ['a', 's1', { ФИО: 'Рощина Алла Викторовна', phone: 4, email: 'rosha' }],
      ['a', 's2', { ФИО: 'Рощина Алла', email: 'rosha' }],
      ['a', 's3', { ФИО: 'Рощина А. В.', phone: 4 }]
    ]
  },
  {
    title: 'labelled parts against one whole name',
    rows: [
      ['a', 's1', { Фамилия: 'Роман', Имя: 'Александр', Отчество: 'Ильич', ДР: '17.06.1969' }],
      ['a', 's2', { ФИО: 'Роман Александр Ильич', ДР: '17.06.1969' }]
    ]
  },
  // Hard links
  {
    title: 'SNILS joins records without a date',
    rows: [
      ['a', 's1', { ФИО: 'Белов Антон Сергеевич', snils: 1 }],
      ['a', 's2', { ФИО: 'Белов А. С.', snils: 1 }]
    ]
  },
  {
    title: 'INN of a person joins',
    rows: [
      ['a', 's1', { ФИО: 'Дёмина Ольга Юрьевна', inn: 1 }],
      ['a', 's2', { ФИО: 'Демина Ольга', inn: 1 }]
    ]
  },
  {
    title: 'passport joins a changed surname',
    rows: [
      ['a', 's1', { ФИО: 'Котова Мария Игоревна', passport: 1, ДР: '01.08.1993' }],
      ['a', 's2', { ФИО: 'Сомова Мария Игоревна', passport: 1, ДР: '01.08.1993' }]
    ]
  },
  {
    title: 'SNILS joins a row without a name',
    rows: [
      ['a', 's1', { ФИО: 'Юдин Максим Львович', snils: 2, ДР: '19.02.1984' }],
      ['a', 's2', { snils: 2, Место_работы: 'ООО «Демо-Логистика»' }]
    ]
  },
  {
    title: 'equal SNILS shows a slip in the year and does not part',
    rows: [
      ['a', 's1', { ФИО: 'Ершов Денис Олегович', snils: 3, ДР: '21.10.1987' }],
      ['a', 's2', { ФИО: 'Ершов Денис Олегович', snils: 3, ДР: '21.10.1978' }]
    ]
  },
  {
    title: 'equal passport shows a slip in the day',
    rows: [
      ['a', 's1', { ФИО: 'Панина Вера Ильинична', passport: 2, ДР: '05.03.1966' }],
      ['a', 's2', { ФИО: 'Панина В. И.', passport: 2, ДР: '06.03.1966' }]
    ]
  },
  {
    title: 'INN joins a diminutive',
    rows: [
      ['a', 's1', { ФИО: 'Марков Александр Петрович', inn: 2 }],
      ['a', 's2', { ФИО: 'Марков Саша', inn: 2 }]
    ]
  },
  {
    title: 'two hard numbers reach over three sources',
    rows: [
      ['a', 's1', { ФИО: 'Савин Егор Тимурович', snils: 4, inn: 3 }],
      ['a', 's2', { ФИО: 'Савин Егор', inn: 3, passport: 3 }],
      ['a', 's3', { ФИО: 'САВИН Е.Т.', passport: 3 }]
    ]
  },
  // Weak names with two facts
  {
    title: 'diminutive with date and phone',
    rows: [
      ['a', 's1', { ФИО: 'Котов Михаил Иванович', ДР: '07.01.1980', phone: 5 }],
      ['a', 's2', { ФИО: 'Котов Миша', ДР: '07.01.1980', phone: 5 }]
    ]
  },
  {
    title: 'half a double surname with date and e-mail',
    rows: [
      ['a', 's1', { ФИО: 'Петрова-Ланская Анна Юрьевна', ДР: '13.04.1991', email: 'lanskaya' }],
      ['a', 's2', { ФИО: 'Ланская Анна Юрьевна', ДР: '13.04.1991', email: 'lanskaya' }]
    ]
  },
  {
    title: 'changed surname with date and phone',
    rows: [
      ['a', 's1', { ФИО: 'Гусева Елена Борисовна', ДР: '22.05.1986', phone: 6 }],
      ['a', 's2', { ФИО: 'Уткина Елена Борисовна', ДР: '22.05.1986', phone: 6 }]
    ]
  },
  {
    title: 'pet name alone with date and phone',
    rows: [
      ['a', 's1', { ФИО: 'Примеров Илья Андреевич', ДР: '14.03.1981', phone: 7 }],
      ['a', 's2', { Имя: 'Илюша', ДР: '14.03.1981', phone: 7 }]
    ]
  },
  {
    title: 'diminutive with phone and e-mail',
    rows: [
      ['a', 's1', { ФИО: 'Лосева Екатерина Дмитриевна', phone: 8, email: 'loseva' }],
      ['a', 's2', { ФИО: 'Катя Лосева', phone: 8, email: 'loseva' }]
    ]
  },
  {
    title: 'diminutive with only the phone is not enough',
    rows: [
      ['a', 's1', { ФИО: 'Быков Николай Ильич', phone: 9 }],
      ['?', 's2', { ФИО: 'Быков Коля', phone: 9 }]
    ]
  },
  {
    title: 'changed surname with only the date is not enough',
    rows: [
      ['a', 's1', { ФИО: 'Гусева Елена Борисовна', ДР: '22.05.1986' }],
      ['b', 's2', { ФИО: 'Уткина Елена Борисовна', ДР: '22.05.1986' }]
    ]
  },
  {
    title: 'half a double surname with only the date is not enough',
    rows: [
      ['a', 's1', { ФИО: 'Петрова-Ланская Анна Юрьевна', ДР: '13.04.1991' }],
      ['?', 's2', { ФИО: 'Петрова Анна Юрьевна', ДР: '13.04.1991' }]
    ]
  },
  // Namesakes
  {
    title: 'same full name, other dates',
    rows: [
      ['a', 's1', { ФИО: 'Иванов Иван Иванович', ДР: '01.02.1980' }],
      ['b', 's2', { ФИО: 'Иванов Иван Иванович', ДР: '17.09.1963' }],
      ['c', 's3', { ФИО: 'Иванов Иван Иванович', ДР: '01.03.1981' }]
    ]
  },
  {
    title: 'same full name and date, other SNILS',
    rows: [
      ['a', 's1', { ФИО: 'Кузнецов Алексей Сергеевич', ДР: '05.06.1982', snils: 10 }],
      ['b', 's2', { ФИО: 'Кузнецов Алексей Сергеевич', ДР: '05.06.1982', snils: 11 }]
    ]
  },
  {
    title: 'same full name and date, other INN, and a row that could be either',
    rows: [
      ['a', 's1', { ФИО: 'Попов Дмитрий Олегович', ДР: '09.09.1979', inn: 10 }],
      ['b', 's2', { ФИО: 'Попов Дмитрий Олегович', ДР: '09.09.1979', inn: 11 }],
      ['?', 's3', { ФИО: 'Попов Дмитрий Олегович', ДР: '09.09.1979' }]
    ]
  },
  {
    title: 'same surname, given name and date, other father',
    rows: [
      ['a', 's1', { ФИО: 'Смирнов Андрей Викторович', ДР: '12.01.1985' }],
      ['b', 's2', { ФИО: 'Смирнов Андрей Валерьевич', ДР: '12.01.1985' }],
      ['?', 's3', { ФИО: 'Смирнов Андрей', ДР: '12.01.1985' }]
    ]
  },
  {
    title: 'initials that fit two people',
    rows: [
      ['a', 's1', { ФИО: 'Орлов Иван Игоревич', ДР: '25.12.1990' }],
      ['b', 's2', { ФИО: 'Орлов Игорь Иванович', ДР: '25.12.1990' }],
      ['?', 's3', { ФИО: 'Орлов И. И.', ДР: '25.12.1990' }]
    ]
  },
  {
    title: 'initial of another letter',
    rows: [
      ['a', 's1', { ФИО: 'Макаров Олег Петрович', ДР: '02.02.1972' }],
      ['b', 's2', { ФИО: 'Макаров О. В.', ДР: '02.02.1972' }]
    ]
  },
  {
    title: 'same name, other year only',
    rows: [
      ['a', 's1', { ФИО: 'Фролов Иван Ильич', ДР: '1979', phone: 12 }],
      ['b', 's2', { ФИО: 'Фролов Иван Ильич', ДР: '1996', phone: 12 }]
    ]
  },
  {
    title: 'full name alone joins nobody',
    rows: [
      ['a', 's1', { ФИО: 'Волков Пётр Ильич' }],
      ['?', 's2', { ФИО: 'Волков Пётр Ильич' }]
    ]
  },
  {
    title: 'father and son of one name at one phone',
    rows: [
      ['a', 's1', { ФИО: 'Титов Иван Иванович', ДР: '03.03.1955', phone: 13 }],
      ['b', 's2', { ФИО: 'Титов Иван Иванович', ДР: '08.08.1983', phone: 13 }],
      ['?', 's3', { ФИО: 'Титов Иван Иванович', phone: 13 }]
    ]
  },
  {
    title: 'same name, other gender said',
    rows: [
      ['a', 's1', { ФИО: 'Черных Саша', ДР: '10.10.1999', Пол: 'м' }],
      ['b', 's2', { ФИО: 'Черных Саша', ДР: '10.10.1999', Пол: 'ж' }]
    ]
  },
  // Families
  {
    title: 'brother and sister, one phone and one date',
    rows: [
      ['a', 's1', { ФИО: 'Иванов Женя Петрович', ДР: '15.05.2001', phone: 14 }],
      ['b', 's2', { ФИО: 'Иванова Женя Петровна', ДР: '15.05.2001', phone: 14 }]
    ]
  },
  {
    title: 'twin brothers',
    rows: [
      ['a', 's1', { ФИО: 'Соколов Денис Игоревич', ДР: '20.06.1994', phone: 15 }],
      ['b', 's2', { ФИО: 'Соколов Данил Игоревич', ДР: '20.06.1994', phone: 15 }]
    ]
  },
  {
    title: 'twin sisters one letter apart',
    rows: [
      ['a', 's1', { ФИО: 'Соколова Алина Игоревна', ДР: '20.06.1994', phone: 16 }],
      ['b', 's2', { ФИО: 'Соколова Арина Игоревна', ДР: '20.06.1994', phone: 16 }],
      ['?', 's3', { ФИО: 'Соколова А. И.', ДР: '20.06.1994', phone: 16 }]
    ]
  },
  {
    title: 'husband and wife share phone and e-mail',
    rows: [
      ['a', 's1', { ФИО: 'Лебедев Антон Павлович', phone: 17, email: 'lebedevs' }],
      ['b', 's2', { ФИО: 'Лебедева Анна Павловна', phone: 17, email: 'lebedevs' }]
    ]
  },
  {
    title: 'mother and daughter with one initial',
    rows: [
      ['a', 's1', { ФИО: 'Миронова Ольга Петровна', ДР: '04.04.1960', phone: 18 }],
      ['b', 's2', { ФИО: 'Миронова Олеся Игоревна', ДР: '04.04.1990', phone: 18 }]
    ]
  },
  {
    title: 'a family at one address',
    rows: [
      ['a', 's1', { ФИО: 'Рыбин Олег Ильич', Адрес: 'г. Примерск, ул. Образцовая, д. 7, кв. 41' }],
      ['b', 's2', { ФИО: 'Рыбина Светлана Олеговна', Адрес: 'ул. Образцовая, д. 7, кв. 41' }]
    ]
  },
  {
    title: 'siblings without patronymics, gender by surname',
    rows: [
      ['a', 's1', { ФИО: 'Орлов Саша', ДР: '01.01.2000', phone: 19 }],
      ['b', 's2', { ФИО: 'Орлова Саша', ДР: '01.01.2000', phone: 19 }]
    ]
  },
  // Contacts that prove nothing
  {
    title: 'a phone without a name',
    rows: [
      ['a', 's1', { ФИО: 'Примеров Илья Андреевич', phone: 20 }],
      ['b', 's2', { ФИО: 'Образцов Глеб Ильич', phone: 20 }]
    ]
  },
  {
    title: 'a phone of a company',
    rows: [
      ['a', 's1', { ФИО: 'Агеев Илья Львович', phone: 21 }],
      ['b', 's2', { ФИО: 'Бобров Семён Ильич', phone: 21 }],
      ['c', 's3', { ФИО: 'Власова Нина Юрьевна', phone: 21 }],
      ['d', 's4', { ФИО: 'Горин Лев Маркович', phone: 21 }],
      ['e', 's5', { ФИО: 'Жукова Анна Ильинична', phone: 21 }],
      ['?', 's6', { ФИО: 'Агеев Илья', phone: 21 }]
    ]
  },
  {
    title: 'an address and a place of work prove nothing',
    rows: [
      [
        'a',
        's1',
        { ФИО: 'Титова Анна', Адрес: 'г. Примерск, ул. Тестовая, д. 3, кв. 1', Место_работы: 'ООО «Демо»' }
      ],
      [
        '?',
        's2',
        { ФИО: 'Титова А. Б.', Адрес: 'г. Примерск, ул. Тестовая, д. 3, кв. 1', Место_работы: 'ООО «Демо»' }
      ]
    ]
  },
  {
    title: 'an INN with a wrong check number is no hard link',
    rows: [
      ['a', 's1', { ФИО: 'Щербаков Олег Ильич', Место_работы: 'инн 001210000199' }],
      ['b', 's2', { ФИО: 'Третьяков Павел Юрьевич', Место_работы: 'инн 001210000199' }]
    ]
  },
  // No chain over a veto
  {
    title: 'a row without a date between two dates',
    rows: [
      ['a', 's1', { ФИО: 'Андреев Максим Юрьевич', ДР: '01.05.1977', phone: 22 }],
      ['b', 's2', { ФИО: 'Андреев Максим Юрьевич', ДР: '23.11.1988', email: 'andreev' }],
      ['?', 's3', { ФИО: 'Андреев Максим Юрьевич', phone: 22, email: 'andreev' }]
    ]
  },
  {
    title: 'a nameless number between two fathers',
    rows: [
      ['a', 's1', { ФИО: 'Гаврилов Юрий Антонович', snils: 20 }],
      ['b', 's2', { ФИО: 'Гаврилов Юрий Маркович', passport: 20 }],
      ['*', 's3', { snils: 20, passport: 20 }]
    ]
  },
  {
    title: 'more equal facts decide where a row belongs',
    rows: [
      ['a', 's1', { ФИО: 'Зайцев Роман Ильич', ДР: '06.06.1986', phone: 23 }],
      ['b', 's2', { ФИО: 'Зайцев Роман Олегович', ДР: '06.06.1986' }],
      ['a', 's3', { ФИО: 'Зайцев Роман', ДР: '06.06.1986', phone: 23 }]
    ]
  },
  {
    title: 'the patronymic decides where a row belongs',
    rows: [
      ['a', 's1', { ФИО: 'Носова Яна Петровна', ДР: '16.07.1997' }],
      ['b', 's2', { ФИО: 'Носова Яна Павловна', ДР: '16.07.1997' }],
      ['a', 's3', { ФИО: 'Носова Яна Петровна', ДР: '16.07.1997', phone: 24 }]
    ]
  },
  {
    title: 'SNILS parts what date and phone would join',
    rows: [
      ['a', 's1', { ФИО: 'Жуков Илья Ильич', ДР: '27.08.1991', phone: 25, snils: 30 }],
      ['b', 's2', { ФИО: 'Жуков Илья Ильич', ДР: '27.08.1991', phone: 25, snils: 31 }]
    ]
  },
  // Turkic patronymics, Latin, order
  {
    title: 'оглы and -ович are one father',
    rows: [
      ['a', 's1', { ФИО: 'Алиев Гейдар Али оглы', ДР: '10.05.1973' }],
      ['a', 's2', { ФИО: 'Алиев Гейдар Алиевич', ДР: '10.05.1973' }]
    ]
  },
  {
    title: 'оглы of two fathers',
    rows: [
      ['a', 's1', { ФИО: 'Мамедов Рустам Вагиф оглы', ДР: '11.06.1984' }],
      ['b', 's2', { ФИО: 'Мамедов Рустам Эльдар оглы', ДР: '11.06.1984' }]
    ]
  },
  {
    title: 'оглы and кызы are brother and sister',
    rows: [
      ['a', 's1', { ФИО: 'Гасанов Шахин Анар оглы', ДР: '12.07.1995', phone: 26 }],
      ['b', 's2', { ФИО: 'Гасанова Шахин Анар кызы', ДР: '12.07.1995', phone: 26 }]
    ]
  },
  {
    title: 'passport Latin, labelled, same date',
    rows: [
      ['a', 's1', { Фамилия: 'Ежов', Имя: 'Юрий', ДР: '19.03.1968' }],
      ['a', 's2', { Фамилия: 'EZHOV', Имя: 'YURY', ДР: '19.03.1968' }]
    ]
  },
  {
    title: 'labelled roles exchanged are two people',
    rows: [
      ['a', 's1', { Фамилия: 'Павел', Имя: 'Роман', ДР: '28.02.1970' }],
      ['b', 's2', { Фамилия: 'Роман', Имя: 'Павел', ДР: '28.02.1970' }]
    ]
  },
  {
    title: 'four rows, two people, every kind of link',
    rows: [
      ['a', 's1', { ФИО: 'Крылов Артур Наумович', ДР: '31.03.1976', snils: 40, phone: 27 }],
      ['a', 's2', { ФИО: 'Крылов А. Н.', ДР: '31.03.1976' }],
      ['a', 's3', { ФИО: 'Artur Krylov', phone: 27 }],
      ['a', 's4', { ФИО: 'Крылов Артур', snils: 40 }],
      ['b', 's1', { ФИО: 'Крылов Артур Борисович', ДР: '31.03.1977', phone: 28 }],
      ['b', 's2', { ФИО: 'Крылов Артур Борисович', ДР: '31.03.1977' }]
    ]
  }
]
