import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

export type Asked = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** An answer: `lost` breaks the connection, `late` never comes, `half` breaks off in its body. */
export type Answer =
  | { at: 'told'; status: number; body?: unknown; headers?: Record<string, string> }
  | { at: 'text'; status: number; type: string; body: string }
  | { at: 'lost' }
  | { at: 'late' }
  | { at: 'half' }

export function told(status: number, body?: unknown, headers?: Record<string, string>): Answer {
  return { at: 'told', status, body, headers }
}

/** A server that gives the answers in their order, and what it was asked. */
export async function warren(...answers: Answer[]): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const { method = '', url = '', headers } = request
    asked.push({ method, url, headers, body: Buffer.concat(pieces).toString() })
    give(answers.shift() ?? told(500), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return { url: `http://127.0.0.1:${address.port}`, asked }
}

function give(answer: Answer, response: ServerResponse): void {
  switch (answer.at) {
    case 'told': {
      const type = answer.status < 400 ? 'application/json' : 'application/problem+json'
      const body = answer.body === undefined ? undefined : JSON.stringify(answer.body)
      const headers = body === undefined ? {} : { 'Content-Type': type }
      response.writeHead(answer.status, { ...headers, ...answer.headers }).end(body)
      return
    }
    case 'text':
      response.writeHead(answer.status, { 'Content-Type': answer.type }).end(answer.body)
      return
    case 'lost':
      response.destroy()
      return
    case 'half':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' })
      response.write('{"items": [', () => response.destroy())
      return
    case 'late':
  }
}
