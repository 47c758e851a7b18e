import { setupServer } from 'msw/node'

/** Answers the requests of component tests; each test gives it its own platform. */
export const server = setupServer()
