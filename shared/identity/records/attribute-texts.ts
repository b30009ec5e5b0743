import { unique } from '#shared/identity/text/lists.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import type { DisplayValues } from './display-values.ts'

/** An organization for comparison: its tokens, which leave out the legal form. */
export const organizationKey = (text: string): string => tokenize(text).join(' ')

/** Addresses of the person's home, for comparison. */
export const homeAddresses = ({ addresses }: DisplayValues): string[] =>
  unique(addresses.filter(({ link }) => !link).map(({ normal }) => normal))

/** Employers and organizations, for comparison. */
export const normalWorkplaces = ({ workplaces, organizations }: DisplayValues): string[] =>
  unique([...workplaces, ...organizations].map(organizationKey).filter(key => key !== ''))
