/**
 * React as users run it. Its development build takes twice as long to render and half of a test is
 * rendering. Of its warnings, `npm run dev` still tells. Import this first: the build is chosen when
 * React is loaded.
 */
import { createRequire } from 'node:module'
import type { jsx as JsxFunction } from 'react/jsx-runtime'

type Runtime = { jsx: typeof JsxFunction }
type DevelopmentRuntime = { jsxDEV: typeof JsxFunction | undefined }
type TestedReact = { act: typeof act | undefined }

const load = createRequire(import.meta.url)
const chosen = process.env.NODE_ENV
process.env.NODE_ENV = 'production'
const react: TestedReact = load('react')
const { flushSync }: typeof import('react-dom') = load('react-dom')
load('react-dom/client')
const runtime: Runtime = load('react/jsx-runtime')
const developmentRuntime: DevelopmentRuntime = load('react/jsx-dev-runtime')
process.env.NODE_ENV = chosen

// Our own files are compiled for the development build, which calls this.
developmentRuntime.jsxDEV = (type, props, key) => runtime.jsx(type, props, key)

/** What this build lacks and the testing library asks for: everything is drawn when it returns. */
function act(callback: () => unknown): PromiseLike<unknown> {
  let result: unknown
  flushSync(() => {
    result = callback()
  })
  const drawn = (value: unknown) => {
    flushSync(() => {})
    return value
  }
  // Only callbacks that wait are waited for.
  return Promise.resolve(result).then(drawn)
}
react.act = act
