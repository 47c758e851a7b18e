import { Paper, useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import { csrfHeaders } from '~/api/client'
import classes from './SwaggerReference.module.css'

/** Swagger UI's own switch for its dark colours. */
const DARK_CLASS = 'dark-mode'

type SwaggerReferenceProps = { description: Record<string, unknown> }

/** The description as a page. Calls that are tried out are the browser's user's own. */
export function SwaggerReference({ description }: SwaggerReferenceProps) {
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')

  useEffect(() => {
    document.documentElement.classList.toggle(DARK_CLASS, scheme === 'dark')
    return () => document.documentElement.classList.remove(DARK_CLASS)
  }, [scheme])

  useEffect(() => {
    if (!place.current) return
    // A child of its own: what is thrown away with it is all that Swagger UI has drawn.
    const domNode = document.createElement('div')
    place.current.replaceChildren(domNode)
    SwaggerUIBundle({
      domNode,
      spec: description,
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      defaultModelsExpandDepth: -1,
      persistAuthorization: false,
      validatorUrl: null,
      requestInterceptor: (request) => ({
        ...request,
        headers: { ...request.headers, ...csrfHeaders(request.method ?? 'GET') },
      }),
    })
    return () => domNode.remove()
  }, [description])

  return <Paper withBorder ref={place} className={classes.reference} />
}
