import { Skeleton } from '#site/ui/Skeleton.tsx'

/** Where a part of an answer stands, with the lengths of the texts that keep its place. */
const PLACES = { panel: [60, 40], card: [80] }
export type Place = keyof typeof PLACES

/** Keeps the place of a part that is on its way. */
export const Waiting = ({ place = 'card' }: { place?: Place }) => (
  <div className={place} aria-busy="true">
    {PLACES[place].map(chars => (
      <p key={chars}>
        <Skeleton chars={chars} />
      </p>
    ))}
  </div>
)
