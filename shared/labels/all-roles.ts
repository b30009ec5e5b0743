import type { Role } from './roles.ts'

/** Kept apart from `roles.ts`, which every page carries. */
export const ROLES: readonly [Role, Role, Role] = ['Обычный пользователь', 'Инфинити', 'Администратор']
