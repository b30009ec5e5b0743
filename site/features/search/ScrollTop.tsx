import { useEffect, useState } from 'react'
import { SCROLL_TOP_AFTER_PX } from '#shared/constants.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconArrowUp } from '#site/ui/icons/acts.ts'

/** Takes the person back to the search line once the page is scrolled by 400 px. */
export function ScrollTop() {
  const [far, setFar] = useState(false)
  useEffect(() => {
    const onScroll = () => setFar(scrollY > SCROLL_TOP_AFTER_PX)
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])
  if (!far) return null
  return (
    <Button className="totop" shape="icon" label="Наверх" onClick={toTop}>
      <Icon of={IconArrowUp} />
    </Button>
  )
}

function toTop(): void {
  scrollTo({ top: 0 })
  document.querySelector<HTMLInputElement>('.ask input')?.focus({ preventScroll: true })
}
