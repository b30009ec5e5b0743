export const ROLES = ['Обычный пользователь', 'Инфинити', 'Администратор'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_USER: Role = 'Обычный пользователь'
export const ROLE_INFINITY: Role = 'Инфинити'
export const ROLE_ADMIN: Role = 'Администратор'
