import { writeXlsx } from 'hucre/xlsx'

const day = (date: string) => new Date(`${date}T00:00:00Z`)

/**
 * A table as an office keeps it: a hidden sheet before it, a title over all columns, empty columns, a heading in the fourth row,
 * names in any case, dates in any form, phones as numbers, two people in a cell, a repeat, nobody, and totals at its end.
 */
export const messyBook = (): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      { name: 'справочник', hidden: true, rows: [['Статус'], ['новый'], ['постоянный']] },
      {
        name: 'Клиенты',
        merges: [
          { startRow: 0, startCol: 0, endRow: 0, endCol: 7 },
          { startRow: 1, startCol: 0, endRow: 1, endCol: 7 }
        ],
        rows: [
          ['Клиенты отдела продаж, ноябрь 2026'],
          ['Выгружено 27.11.2026'],
          [],
          ['№ п/п', 'ФИО клиента', null, 'Дата рожд.', 'Моб. телефон', null, 'Менеджер', 'Примечание'],
          [1, 'ПРИМЕРОВ ИЛЬЯ АНДРЕЕВИЧ', null, day('1981-03-14'), 89732041740, null, 'Ольга', 'vip'],
          [2, 'Примерова Светлана Олеговна', null, '02.11.84', 9743186022, null, 'Ольга', null],
          [3, 'чудоюдов роман игоревич', null, '12.05.1979 г.', '-', null, 'Пётр', 'перезвонить'],
          [4, 'Ежевиковский Даниил', null, '2006-07-04', null, null, 'Пётр', null],
          [5, 'Образцов Глеб Ильич, Образцова Вера Ильинична', null, null, null, null, 'Ольга', 'муж и жена'],
          [6, null, null, null, '8 (973) 204-17-40', null, 'Ольга', 'имя неизвестно'],
          [7, 'Примеров  Илья Андреевич', null, '14/03/1981', '+7 973 204 17 40', null, 'Пётр', 'повтор?'],
          [8, 'н/д', null, 'нет', null, null, null, null],
          [],
          ['Итого:', 8, null, null, null, null, null, null],
          ['Исполнитель: отдел продаж']
        ]
      }
    ]
  })
