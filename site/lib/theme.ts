import { atom } from 'nanostores'

/** Empty follows the system. */
export type Theme = '' | 'light' | 'dark'

export const THEMES: readonly { value: Theme; title: string }[] = [
  { value: '', title: 'Система' },
  { value: 'light', title: 'Светлая' },
  { value: 'dark', title: 'Тёмная' }
]

/** The choice in force. `public/theme.js` sets the attribute before the first paint. */
export const $theme = atom<Theme>('')

/** Reads what `public/theme.js` has set. */
export function readTheme(): void {
  const { theme } = document.documentElement.dataset
  $theme.set(theme === 'light' || theme === 'dark' ? theme : '')
}

/** Sets and remembers the choice; without storage it lasts as long as the page. */
export function chooseTheme(theme: Theme): void {
  $theme.set(theme)
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    console.warn('The theme cannot be remembered: no storage')
  }
}
