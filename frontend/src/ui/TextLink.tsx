import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type TextLinkProps = AnchorProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
    ref?: Ref<HTMLAnchorElement>
  }

function StyledAnchor({ ref, ...props }: TextLinkProps) {
  return <Anchor ref={ref} inherit {...props} />
}

/** A link to another place of the console, in the look of the text around it. */
export const TextLink = createLink(StyledAnchor)
