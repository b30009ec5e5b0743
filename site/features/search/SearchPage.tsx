import { Shell } from '#site/layouts/Shell.tsx'
import { Search } from './Search.tsx'

/** The one island of /search. */
export const SearchPage = () => (
  <Shell page="search">
    <Search />
  </Shell>
)
