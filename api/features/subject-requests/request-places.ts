import { addressGroup } from '#api/http/client-address.ts'
import {
  SUBJECT_CONFIRMED_PER_CONTACT_A_DAY,
  SUBJECT_CONTACT_WAIT_SECONDS,
  SUBJECT_REQUESTS_PER_ADDRESS,
  SUBJECT_REQUESTS_PER_CONTACT,
  SUBJECT_REQUESTS_PER_CONTACT_A_DAY,
  SUBJECT_WINDOW_HOURS
} from '#shared/constants.ts'

const WINDOW_SECONDS = SUBJECT_WINDOW_HOURS * 3_600

/** How many requests an address and a contact may make. @param contact Its keyed hash. */
export const placesOf = (contact: string, address: string | null) => [
  {
    key: `subject:address:${addressGroup(address)}`,
    most: SUBJECT_REQUESTS_PER_ADDRESS,
    windowSeconds: WINDOW_SECONDS
  },
  // Of the pair: naming somebody else's contact does not lock them out.
  {
    key: `subject:sent:${contact}:${addressGroup(address)}`,
    most: SUBJECT_REQUESTS_PER_CONTACT,
    windowSeconds: SUBJECT_CONTACT_WAIT_SECONDS
  },
  {
    key: `subject:contact:${contact}`,
    most: SUBJECT_REQUESTS_PER_CONTACT_A_DAY,
    windowSeconds: WINDOW_SECONDS
  }
]

/** How many requests a contact may have confirmed: each may hold values out of answers that are somebody else's. */
export const confirmedPlaceOf = (contact: string) => ({
  key: `subject:confirmed:${contact}`,
  most: SUBJECT_CONFIRMED_PER_CONTACT_A_DAY,
  windowSeconds: WINDOW_SECONDS
})
