import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { User } from '#shared/contracts/auth.ts'
import { PurposeChoice } from '#site/layouts/PurposeChoice.tsx'
import { $stated } from '#site/lib/account/purpose-store.ts'
import { expectAgain, readAgain } from './draft-store.ts'

/** A number of a case is typed when nothing was typed for so long. */
const TYPED_MS = 600

/** Why the people of a list are looked for, where the operator asks for it: the draft is made anew for another purpose. */
export function ListPurpose({ usual }: { usual: NonNullable<User['search_purpose']> }) {
  const stated = useStore($stated)
  const [read, setRead] = useState(stated)
  useEffect(() => {
    if (stated === read) return
    expectAgain()
    const timer = setTimeout(() => {
      setRead(stated)
      void readAgain()
    }, TYPED_MS)
    return () => clearTimeout(timer)
  }, [stated, read])
  return <PurposeChoice usual={usual} />
}
