import type { ComponentType } from 'react'

interface ComplianceTab {
  /** As the address of the page names it. */
  name: string
  title: string
  /** Comes when it is chosen. */
  component: () => Promise<ComponentType>
}

/** Of `/admin/compliance`, in this order. */
export const COMPLIANCE_TABS: readonly ComplianceTab[] = [
  {
    name: 'sources',
    title: 'Источники',
    component: async () => (await import('./sources/Register.tsx')).Register
  },
  {
    name: 'exclusions',
    title: 'Исключения',
    component: async () => (await import('./exclusions/Exclusions.tsx')).Exclusions
  },
  {
    name: 'requests',
    title: 'Обращения',
    component: async () => (await import('./requests/Requests.tsx')).Requests
  },
  {
    name: 'journal',
    title: 'Журнал',
    component: async () => (await import('./journal/Journal.tsx')).Journal
  },
  {
    name: 'signals',
    title: 'Сигналы',
    component: async () => (await import('./signals/Signals.tsx')).Signals
  }
]
