import type { User } from '#shared/contracts/auth.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'

/** The user who is signed in on a page under test. */
export const USER: User = {
  id: 7,
  username: 'analyst',
  role: ROLE_USER,
  requests_count: 5,
  token_count: 0,
  telegram_chat_id: null,
  can_top_up: true
}
