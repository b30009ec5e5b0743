export type Role = 'Обычный пользователь' | 'Инфинити' | 'Администратор'

export const ROLE_USER: Role = 'Обычный пользователь'
export const ROLE_INFINITY: Role = 'Инфинити'
export const ROLE_ADMIN: Role = 'Администратор'
