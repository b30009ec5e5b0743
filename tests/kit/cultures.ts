import { seededRandom } from './seeded-random.ts'

/*
 * Names of ten cultures as sources write them, in one to six words. No name is of anybody: given names and surnames are drawn
 * apart from each other.
 */

type Draw = (from: string) => string
type Form = (draw: Draw) => string

interface Culture {
  lists: Record<string, string>
  /** One for each way to write a name. */
  forms: Form[]
}

const RUSSIAN: Culture = {
  lists: {
    s: 'Примеров Грозовский Тестовин Цойман Шевчугай Белозёрый Мороз Дуб Кимура Бабичев Сухих Аптека Веснин Ткач',
    g: 'Илья Виктор Олег Лев Артём Клим Пётр Савва Ян Евлампий',
    m: 'Андреевич Борисович Ильич Саввич Олегович Фокич Петрович Львович',
    w: 'Примерова Грозовская Вайсберман Рейхерт Мороз Тестовина Кленодубова',
    f: 'Анна Светлана Ганна Юлия Майя Агния',
    d: 'Сергеевна Ильинична Саввична Олеговна Петровна'
  },
  forms: [
    draw => `${draw('s')} ${draw('g')} ${draw('m')}`,
    draw => `${draw('w')} ${draw('f')} ${draw('d')}`,
    draw => `${draw('g')} ${draw('m')} ${draw('s')}`,
    draw => `${draw('s')} ${draw('g')}`,
    draw => draw('s'),
    draw => `${draw('w')}-${draw('w')} ${draw('f')} ${draw('d')}`,
    draw => `${draw('s')} ${draw('s')} ${draw('g')} ${draw('m')}`,
    draw => `${draw('w')} ${draw('f')} ${draw('f')} ${draw('d')}`,
    draw => `${draw('s')} ${draw('g')} ${draw('m')}`.toUpperCase()
  ]
}

const UKRAINIAN: Culture = {
  lists: {
    s: 'Гриценковський Дзюбенко Хмельницкевич Вознюк Коваль Бондарець Степаненко Дикобраз',
    g: 'Олександр Дмитро Микита Матвій Тарас Богдан Олена Тетяна Світлана',
    m: 'Сергійович Дмитрович Миколайович Дмитрівна Василівна Юріївна',
    l: 'Hrytsenkovskyi Dziubenko Vozniuk Bondarets',
    n: 'Oleksandr Dmytro Taras Bohdan Olena'
  },
  forms: [
    draw => `${draw('s')} ${draw('g')} ${draw('m')}`,
    draw => `${draw('g')} ${draw('s')}`,
    draw => `${draw('s')}-${draw('s')} ${draw('g')}`,
    draw => `${draw('n')} ${draw('l')}`
  ]
}

const KAZAKH: Culture = {
  lists: {
    s: 'Әбдірахымов Нұрланбеков Алимжанкалиев Сейткожаев Жумабек Қалиев Тестибаев',
    g: 'Ерлан Дәурен Жамиля Айгүль Нурсултан Бекзат Сауле Темир',
    f: 'Нұрлан Марат Ерболат Кайрат Серик Болат',
    l: 'Abdirakhymov Nurlanbekov Seitkozhaev'
  },
  forms: [
    draw => `${draw('s')} ${draw('g')} ${draw('f')}ұлы`,
    draw => `${draw('s')} ${draw('g')} ${draw('f')} улы`,
    draw => `${draw('s')} ${draw('g')} ${draw('f')} қызы`,
    draw => `${draw('s')} ${draw('g')}`,
    draw => `${draw('l')} Yerlan Nurlan uly`
  ]
}

const TATAR: Culture = {
  lists: {
    s: 'Хайруллин Гыйльметдинов Мостафин Шәрипов Галиуллина Сафин',
    g: 'Әлфия Рөстәм Гүзәл Ильдар Наиль Зөлфия Айрат',
    f: 'Марат Рафаил Хамит Фәрит Нурулла',
    m: 'Маратович Рафаилевич Хамитовна'
  },
  forms: [
    draw => `${draw('s')} ${draw('g')} ${draw('f')} кызы`,
    draw => `${draw('s')} ${draw('g')} ${draw('f')} улы`,
    draw => `${draw('s')} ${draw('g')} ${draw('m')}`,
    draw => `${draw('g')} ${draw('f')} ${draw('s')}`
  ]
}

const AZERBAIJANI: Culture = {
  lists: {
    s: 'Алиев Мамедзаде Гусейнбейли Рзаев Hüseynzadəyev Məmmədli Теймурлу',
    g: 'Гейдар Эльшан Фикрет Севиль Ulduz Elşən Ниджат Лейла',
    f: 'Ага Мамед Фикрет Али Rəşid Гасан'
  },
  forms: [
    draw => `${draw('s')} ${draw('g')} ${draw('f')} оглы`,
    draw => `${draw('s')} ${draw('g')} ${draw('f')} кызы`,
    draw => `${draw('s')} ${draw('g')} ${draw('f')}-оглы`,
    draw => `${draw('s')} ${draw('g')} ${draw('f')} oğlu`,
    draw => `${draw('s')} ${draw('g')} ${draw('f')}`,
    draw => `${draw('g')} ${draw('f')} ${draw('f')} ${draw('s')}`
  ]
}

const CAUCASIAN: Culture = {
  lists: {
    s: 'Примеридзе Тестошвили Чкадуа Арутестян Мкртобян Papdze Sargtestyan Гогиберия',
    g: 'Георгий Нино Вахтанг Армен Гаяне Сурен Тигран Levan Ketevan',
    m: 'Вахтангович Суренович Арменовна Георгиевна',
    f: 'Нодари Ашот Заур'
  },
  forms: [
    draw => `${draw('s')} ${draw('g')} ${draw('m')}`,
    draw => `${draw('g')} ${draw('s')}`,
    draw => `${draw('s')} ${draw('g')} ${draw('f')}`,
    draw => `тер ${draw('s')} ${draw('g')} ${draw('m')}`
  ]
}

const ARABIC: Culture = {
  lists: {
    g: 'Мохаммед Али Хасан Юсуф Абдул Рахман Латиф Джамал Исмаил Зия Фарид Мансур Насир Нур Ахмад Шах Салех',
    s: 'Аль-Тикрити Аль-Дулайми Аль-Ахмад Задран Какар Эль-Масри Ахтар Рахимов Назаров Аш-Шариф',
    l: 'Mohammed Hassan Yusuf Abdul Rahman Khalid Omar',
    n: 'Al-Tikriti al-Dulaimi Zadran El-Masri'
  },
  forms: [
    draw => `${draw('g')} ${draw('g')} ${draw('g')} ${draw('g')}`,
    draw => `${draw('g')} ${draw('g')} ${draw('g')} ${draw('s')}`,
    draw => `${draw('s')} ${draw('g')} ${draw('g')} ${draw('g')}`,
    draw => `${draw('g')} ${draw('g')} ${draw('s')}`,
    draw => `${draw('g')} ибн ${draw('g')} ${draw('s')}`,
    draw => `${draw('g')} ${draw('g')} ${draw('g')} ${draw('g')} ${draw('s')}`,
    draw => `${draw('g')} ${draw('g')} ${draw('g')} ${draw('g')} ${draw('g')} ${draw('s')}`,
    draw => `${draw('l')} ${draw('l')} bin ${draw('l')} ${draw('n')}`,
    draw => `${draw('g')}-${draw('g')} ${draw('s')}`
  ]
}

const VIETNAMESE: Culture = {
  lists: {
    s: 'Нгуен Чан Ву Фам Хоанг Буй Донг',
    m: 'Тхи Куанг Минь Дык Хонг',
    g: 'Линь Хунг Хай Туан Нам Фыонг Зунг Май',
    l: 'Nguyen Tran Pham Hoang',
    n: 'Quang Minh Tuan Phuong Linh'
  },
  forms: [
    draw => `${draw('s')} ${draw('m')} ${draw('g')}`,
    draw => `${draw('s')} ${draw('m')} ${draw('g')} ${draw('g')}`,
    draw => `${draw('s')} Ван ${draw('g')}`,
    draw => `${draw('l')} ${draw('n')} ${draw('n')}`
  ]
}

const FAR_EASTERN: Culture = {
  lists: {
    s: 'Ким Пак Цой Чжан Лю Чен Хан Тен Югай Огай',
    g: 'Чен Ир Ын Хён Джи Мин Сок Вэй Сяоли Цзяньго Чжунго',
    r: 'Виктор Алексей Светлана Роза',
    m: 'Борисович Алексеевна Чеерович',
    l: 'Zhang Chen Park Choi',
    n: 'Xiaoli Wei Hyun Min'
  },
  forms: [
    draw => `${draw('s')} ${draw('g')} ${draw('g')}`,
    draw => `${draw('s')} ${draw('g')}`,
    draw => `${draw('s')} ${draw('r')} ${draw('m')}`,
    draw => `${draw('s')} ${draw('g')}-${draw('g')}`,
    draw => `${draw('l')} ${draw('n')} ${draw('n')}`
  ]
}

const EUROPEAN: Culture = {
  lists: {
    s: 'Бергштейн Кастро Рейнсдорф Орбах Мюллерсон Гарсия Сильва Вандербильд',
    g: 'Карл Людвиг Анна Мария Иоганн Фидель Алехандро Пауль Жанна',
    p: 'фон де ван ди дель',
    l: 'Bergstein Castro Gonzalez Silva Dupontel',
    n: 'Carl Anna Maria Johann Pedro Luisa',
    q: 'von de van del'
  },
  forms: [
    draw => `${draw('g')} ${draw('p')} ${draw('s')}`,
    draw => `${draw('p')} ${draw('s')} ${draw('g')} ${draw('g')}`,
    draw => `${draw('g')} ${draw('g')} ${draw('s')} ${draw('s')}`,
    draw => `${draw('g')}-${draw('g')} ${draw('s')}`,
    draw => `${draw('n')} ${draw('n')} ${draw('q')} ${draw('l')} ${draw('q')} ${draw('l')}`,
    draw => `${draw('l')} ${draw('n')}`,
    draw => `${draw('n')} ${draw('n')} ${draw('l')}-${draw('l')}`
  ]
}

const CULTURES = {
  RUSSIAN,
  UKRAINIAN,
  KAZAKH,
  TATAR,
  AZERBAIJANI,
  CAUCASIAN,
  ARABIC,
  VIETNAMESE,
  FAR_EASTERN,
  EUROPEAN
}

/** So many names, as many of each culture and form, another list for another seed. */
export function namesOfCultures(seed: number, count: number): string[] {
  const random = seededRandom(seed)
  const cultures = Object.values(CULTURES)
  return Array.from({ length: count }, (_, at) => {
    const { lists, forms } = cultures[at % cultures.length] ?? RUSSIAN
    const draw: Draw = from => {
      const words = (lists[from] ?? '').split(' ')
      return words[random(words.length)] ?? ''
    }
    return forms[random(forms.length)]?.(draw) ?? ''
  })
}

/** The words of a text in an order that the seed decides. */
export function shuffled(text: string, random: (below: number) => number): string {
  const words = text.split(' ')
  for (let at = words.length - 1; at > 0; at -= 1) {
    const other = random(at + 1)
    ;[words[at], words[other]] = [words[other] ?? '', words[at] ?? '']
  }
  return words.join(' ')
}
