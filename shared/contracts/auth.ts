import type { Role } from '#shared/labels/roles.ts'

/** The signed-in person as the product shows them. `can_top_up` decides the button in the header. */
export interface User {
  id: number
  username: string
  role: Role
  requests_count: number
  token_count: number
  telegram_chat_id: string | null
  can_top_up: boolean
}

/** `POST /api/auth/login`, `POST /api/auth/register`, `GET /api/auth/me`. */
export interface AuthAnswer {
  success: boolean
  message?: string
  user?: User
}

/** `GET /api/auth/turnstile-config`. */
export interface TurnstileConfig {
  enabled: boolean
  siteKey: string | null
}

/** `GET /api/auth/check-ip-exempt`. */
export interface IpExempt {
  exempt: boolean
  ip: string | null
}
