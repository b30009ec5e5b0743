import { BalanceDocs } from './BalanceDocs.tsx'
import { IntegrationDocs } from './IntegrationDocs.tsx'
import { ListDocs } from './ListDocs.tsx'
import { Codes, Limits } from './Reference.tsx'
import { SearchDocs } from './SearchDocs.tsx'

/** What stands below the tokens, and comes once they are drawn. */
export const Calls = () => (
  <>
    <SearchDocs />
    <BalanceDocs />
    <ListDocs />
    <IntegrationDocs />
    <Codes />
    <Limits />
  </>
)
