/** Why somebody who was signed in has to sign in again. */
export const SESSION_ENDED =
  'Сеанс закончился. Если пароль не подходит, его мог сменить администратор: обратитесь к нему.'
