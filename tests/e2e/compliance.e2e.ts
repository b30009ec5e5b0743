import { readFileSync } from 'node:fs'
import { dropSource, loadSource } from './loaded-source.ts'
import { button, dialog, inDialog, textOn } from './questions.ts'
import { ADMIN } from './stage.ts'
import { expect, type Page, searchFor, signIn, test } from './walk.ts'

const onList = (page: Page, text: string) =>
  page.getByRole('row').filter({ hasText: text }).filter({ visible: true })

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    const name = `compliance_${width}`
    const surname = width === 360 ? 'Ускольцев' : 'Широкольцев'
    const phone = `+7 976 555-0${width === 360 ? 1 : 2}-77`
    const email = `${name}@example.com`

    test.beforeEach(async ({ page, context }) => {
      await page.setViewportSize({ width, height: 900 })
      await signIn(context, ADMIN)
    })

    test('a person is entered with what is linked, found on the list, erased and let in again', async ({
      page,
      context
    }) => {
      const file = `ФИО;Дата рождения;Телефон;E-mail\n${surname} Пётр Львович;02.03.1981;${phone};${email}\n`
      await loadSource(context.request, { name, title: 'Проверка исключений', file })
      await page.goto('/admin/compliance#exclusions')
      const value = page.getByLabel('Значение', { exact: true })
      await value.fill('привет')
      await button(page, 'Исключить').click()
      await expect(page.getByText(/Непонятно, что это за значение/)).toBeVisible()
      await value.fill(phone)
      await button(page, 'Проверить, есть ли').click()
      await textOn(page, 'Телефон: такого исключения нет.')
      await page.getByLabel('Номер обращения').fill(name)
      await button(page, 'Исключить').click()
      const linked = dialog(page).getByRole('checkbox')
      await expect(linked).toHaveCount(2)
      await expect(dialog(page)).toContainText(email)
      await expect(dialog(page)).toContainText(`${surname} Пётр Львович, 02.03.1981`)
      // Several people may have one phone.
      for (const box of await linked.all()) {
        await expect(box).not.toBeChecked()
        await box.check()
      }
      await inDialog(page, 'Исключить').click()
      await textOn(page, 'Добавлено: 3 исключения')
      await expect(onList(page, name)).toHaveCount(3)
      await expect(page.getByRole('main')).not.toContainText(surname)

      await value.fill(email)
      await button(page, 'Проверить, есть ли').click()
      await textOn(page, 'E-mail: исключён.')

      const entry = onList(page, name).filter({ hasText: 'Телефон' })
      await entry.getByRole('button', { name: /^Удалить записи/ }).click()
      await dialog(page)
        .getByLabel(/введите слово/)
        .fill('да')
      await inDialog(page, 'Удалить записи').click()
      await expect(dialog(page).getByText('Введите слово УДАЛИТЬ', { exact: true })).toBeVisible()
      await dialog(page)
        .getByLabel(/введите слово/)
        .fill('УДАЛИТЬ')
      await inDialog(page, 'Удалить записи').click()
      await textOn(page, 'Удалено: 1 запись')
      await expect(entry).toContainText('записи удалены')

      await entry.getByRole('button', { name: /^Снять исключение/ }).click()
      await inDialog(page, 'Снять исключение').click()
      await expect(dialog(page).getByText('Причина обязательна')).toBeVisible()
      await dialog(page).getByLabel('Причина').fill('Ошибка в номере')
      await inDialog(page, 'Снять исключение').click()
      await textOn(page, 'Исключение снято')
      await expect(entry).toContainText('Ошибка в номере')
      await dropSource(context.request, name)
    })

    test('a list of hashes is taken over, with a report on every row', async ({ page }) => {
      await page.goto('/admin/compliance#exclusions')
      await button(page, 'Загрузить список').click()
      await inDialog(page, 'Загрузить').click()
      await expect(dialog(page).getByText('Выберите файл')).toBeVisible()
      const hash = Bun.SHA256.hash(`list-${email}`, 'base64')
      const lines = [
        `email;${hash}`,
        `email;${hash}`,
        'email;не хеш',
        `phone;${'0'.repeat(64)};${'1'.repeat(16)}`
      ]
      const list = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
      await dialog(page).getByLabel('Файл CSV').setInputFiles(list)
      await inDialog(page, 'Загрузить').click()
      for (const line of ['добавлена: 1', 'уже в списке: 1', 'не прочитана: 1', 'другой ключ: 1'])
        await expect(dialog(page).getByText(line)).toBeVisible()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        inDialog(page, 'Итог по строкам, CSV').click()
      ])
      expect(readFileSync((await download.path()) ?? '', 'utf8')).toContain('3;не прочитана')
    })

    test('the journal says that it is whole, who asked about somebody, and is saved', async ({
      page,
      context
    }) => {
      const number = `+7 976 556-0${width === 360 ? 1 : 2}-77`
      await searchFor(context, number)
      await page.goto('/admin/compliance#journal')
      await expect(page).toHaveURL(/#journal$/)
      await button(page, 'Проверить сейчас').click()
      await expect(page.getByText('Журнал цел.')).toBeVisible()
      await page
        .getByLabel('Кто спрашивал об этом человеке')
        .fill(`8${number.replaceAll(/\D/g, '').slice(1)}`)
      await page.getByRole('button', { name: 'Показать', exact: true }).click()
      await expect(page.getByRole('rowheader', { name: /^Поиск/ })).toHaveCount(1)
      await expect(page).toHaveURL(/#journal$/)
      const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()])
      expect(readFileSync((await download.path()) ?? '', 'utf8')).toMatch(/"?Поиск"?;testadmin/)
      await button(page, 'Все действия').click()
      await expect(
        page.getByRole('rowheader', { name: /^Проверено, кто искал человека/ }).first()
      ).toBeVisible()
      await page.reload()
      await expect(page.getByRole('tab', { name: 'Журнал' })).toHaveAttribute('aria-selected', 'true')
    })
  })
}
