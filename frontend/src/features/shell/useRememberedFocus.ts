import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const PAGES_REMEMBERED_MAX = 100
/** Rows arrive after the page; whoever waits longer than this has gone on. */
const WAIT_MS = 5_000

/** On the way back the link that was followed has the focus again, as if one had never left. */
export function useRememberedFocus(): void {
  const router = useRouter()
  useEffect(() => {
    const links = new Map<string, string>()
    let stop = () => {}
    const leaving = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
      stop()
      const key = fromLocation?.state.__TSR_key
      const href = document.activeElement?.getAttribute('href')
      if (!key || !href) return
      links.set(key, href)
      const oldest = links.keys().next().value
      if (links.size > PAGES_REMEMBERED_MAX && oldest) links.delete(oldest)
    })
    const arrived = router.subscribe('onRendered', ({ toLocation }) => {
      const href = links.get(toLocation.state.__TSR_key ?? '')
      if (href) stop = focusWhenThere(href)
    })
    return () => {
      stop()
      leaving()
      arrived()
    }
  }, [router])
}

/** Waits for the link, but never takes the focus from somebody who has moved it meanwhile. */
function focusWhenThere(href: string): () => void {
  const main = document.getElementById('main')
  const find = () => {
    const focused = document.activeElement
    if (focused && focused !== document.body && focused !== main) return stop()
    const link = main?.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
    if (!link) return
    link.focus({ preventScroll: true })
    stop()
  }
  const observer = new MutationObserver(find)
  const timer = setTimeout(() => observer.disconnect(), WAIT_MS)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
  }
  if (main) observer.observe(main, { childList: true, subtree: true })
  find()
  return stop
}
