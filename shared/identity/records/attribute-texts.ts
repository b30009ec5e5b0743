import { unique } from '#shared/identity/text/lists.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import type { DisplayValues } from './display-values.ts'

/** An organisation for comparison: its words without the legal form. */
export const organizationKey = (text: string): string => tokenize(text).join(' ')

/** Where the person is said to live, for comparison. */
export const homeAddresses = ({ addresses }: DisplayValues): string[] =>
  unique(addresses.filter(({ link }) => !link).map(({ normal }) => normal))

/** Where the person is said to work, for comparison. */
export const normalWorkplaces = ({ workplaces, organizations }: DisplayValues): string[] =>
  unique([...workplaces, ...organizations].map(organizationKey).filter(key => key !== ''))
