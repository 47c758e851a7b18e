import './react'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { computedStyle } from './computed-style'
import { server } from './server'

// A page's code and data both arrive late on a busy machine; a deadline, not a delay.
configure({
  asyncUtilTimeout: 45_000,
  getElementError: (message) => new Error(message ?? ''),
})

// jsdom lays nothing out; Mantine asks these all the same.
window.matchMedia = (media) => ({
  media,
  matches: false,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
})
window.getComputedStyle = computedStyle
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.HTMLElement.prototype.scrollIntoView = () => {}
window.scrollTo = () => {}
// The editor asks where its text is drawn.
window.Range.prototype.getClientRects = () => [] as unknown as DOMRectList
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() })

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  window.localStorage.clear()
})
afterAll(() => server.close())
