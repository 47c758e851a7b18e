import { buffer } from 'node:stream/consumers'
import { getResponse, type RequestHandler } from 'msw'
import type { Plugin } from 'vite'

/** Answers /api in the development server from the handlers that the component tests use. */
export function testPlatform(): Plugin {
  return {
    name: 'warren-test-platform',
    apply: 'serve',
    async configureServer(server) {
      const scene = await server.ssrLoadModule('/src/test/platform/scene.ts')
      const handlers: RequestHandler[] = scene.createHandlers()
      server.middlewares.use(async (incoming, outgoing, next) => {
        if (!incoming.url?.startsWith('/api/')) return next()
        const method = incoming.method ?? 'GET'
        const hasBody = method !== 'GET' && method !== 'HEAD'
        const headers = new Headers()
        for (const [name, value] of Object.entries(incoming.headers)) {
          if (typeof value === 'string') headers.set(name, value)
        }
        const request = new Request(new URL(incoming.url, 'http://localhost'), {
          method,
          headers,
          ...(hasBody && { body: new Uint8Array(await buffer(incoming)) }),
        })
        const response = await getResponse(handlers, request)
        outgoing.statusCode = response?.status ?? 404
        for (const [name, value] of response?.headers ?? []) outgoing.setHeader(name, value)
        outgoing.end(response ? Buffer.from(await response.arrayBuffer()) : undefined)
      })
    },
  }
}
