/** Whose clock the times of a card are by: its reader may live by another. */
export const MoscowClock = () => <small>время московское</small>
