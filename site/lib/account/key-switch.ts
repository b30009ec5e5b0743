import { atom } from 'nanostores'

const STORAGE_KEY = 'single-keys'

/** Whether single letters act; WCAG 2.1.4 wants them to be turned off. */
export const $areKeysOn = atom(readSwitch())

function readSwitch(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

export function switchKeys(isOn: boolean): void {
  $areKeysOn.set(isOn)
  try {
    localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off')
  } catch {
    console.warn('The switch cannot be remembered: no storage')
  }
}
