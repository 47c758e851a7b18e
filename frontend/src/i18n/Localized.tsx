import { Fragment, type ReactNode } from 'react'
import { useLanguage } from './language'

/** All below is drawn anew in another language: words are read where they are drawn, not subscribed to. */
export function Localized({ children }: { children: () => ReactNode }) {
  return <Fragment key={useLanguage()}>{children()}</Fragment>
}
