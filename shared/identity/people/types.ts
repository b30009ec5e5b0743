export type { Person, PersonLabel, PersonLink, Relation, SummaryRow } from '#shared/contracts/person.ts'
