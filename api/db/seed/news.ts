import type { SQL } from 'bun'

interface SeedItem {
  title: string
  category: string
  daysAgo: number
  summary: string
  isFeatured: boolean
}

const AUTHOR = 'Команда «Сверки»'

const ITEMS: SeedItem[] = [
  {
    title: 'Демо-данные: люди в демо-источниках вымышлены',
    category: 'Информация',
    daysAgo: 0,
    summary:
      'На новой машине «Сверка» показывает синтетических людей, их источники названы «Демо»: таких телефонов, документов и адресов нет ни у кого. Свои данные администратор загружает на странице «Индексы».',
    isFeatured: true
  },
  {
    title: 'Один запрос — все прочтения строки',
    category: 'Обновления',
    daysAgo: 2,
    summary:
      'Вводите имя, телефон, почту, ИНН, СНИЛС, паспорт или дату рождения как есть: строка разбирается сама, а порядок слов, ё и регистр не важны.',
    isFeatured: false
  },
  {
    title: 'У каждого источника появился паспорт',
    category: 'База данных',
    daysAgo: 5,
    summary:
      'Рядом с результатами видно, откуда взят источник, на каком основании и на какую дату. Источник без полного паспорта ничего не отдаёт.',
    isFeatured: false
  },
  {
    title: 'Смена пароля завершает другие сеансы',
    category: 'Безопасность',
    daysAgo: 9,
    summary:
      'После смены пароля в личном кабинете вход на остальных устройствах прекращается сразу. Текущий сеанс продолжает работать.',
    isFeatured: false
  },
  {
    title: 'Обслуживание базы без остановки',
    category: 'Обслуживание',
    daysAgo: 14,
    summary:
      'Записи и индексы обновляются при загрузке источников, без остановки поиска. Если какой-то источник не ответил, он будет назван в результатах, а запрос не списывается.',
    isFeatured: false
  },
  {
    title: 'Сколько записей в демонстрации',
    category: 'Статистика',
    daysAgo: 20,
    summary:
      'Двадцать тысяч вымышленных людей в источниках разной формы: реестры, телефоны, почта, транспорт, адреса и места работы, с дублями и однофамильцами.',
    isFeatured: false
  }
]

export async function seedNews(owner: SQL): Promise<void> {
  await owner.begin(async tx => {
    await tx`LOCK TABLE news IN SHARE ROW EXCLUSIVE MODE`
    const [existing] = await tx`SELECT 1 FROM news LIMIT 1`
    if (existing) return
    for (const item of ITEMS) {
      await tx`INSERT INTO news (title, category, date, summary, author, is_featured)
        VALUES (${item.title}, ${item.category}, now() - make_interval(days => ${item.daysAgo}), ${item.summary},
          ${AUTHOR}, ${item.isFeatured})`
    }
  })
}
