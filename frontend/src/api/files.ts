import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, csrfHeaders } from './client'
import { ApiError, toApiError } from './problem'
import type { FileState, Permissions, PermissionsWriteRequest } from './schema'

export type { FileState, Permissions, PermissionsWriteRequest }

export const permissionKeys = { all: ['permissions'] as const }

/** Mode, owner, group and ACL, as they are now. */
export function permissionsQuery(path: string) {
  return queryOptions({
    queryKey: [...permissionKeys.all, path],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/files/permissions', { params: { query: { path } }, signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export function makeDirectory(body: { path: string; mode: string }): Promise<Permissions> {
  return answerOf(api.POST('/api/v1/files/directories', { body }))
}

export function moveEntry(body: { path: string; to: string }): Promise<Permissions> {
  return answerOf(api.POST('/api/v1/files/moves', { body }))
}

/** Changes what is given, if nobody did since they were read. */
export function setPermissions(
  { path, etag }: Permissions,
  body: PermissionsWriteRequest,
): Promise<Permissions> {
  return answerOf(
    api.PUT('/api/v1/files/permissions', {
      params: { query: { path }, header: { 'If-Match': etag } },
      body,
    }),
  )
}

/** Where a file's bytes are. */
export function contentAddress(path: string): string {
  return `/api/v1/files/content?${new URLSearchParams({ path })}`
}

/** Reads the first byte: an {@link ApiError} says why the file can't be had. */
export async function requireReadable(path: string): Promise<void> {
  const answer = api.GET('/api/v1/files/content', {
    params: { query: { path } },
    headers: { Range: 'bytes=0-0' },
    parseAs: 'stream',
  })
  const { error, response } = await answer
  // Of an empty file there is no first byte.
  if (!response.ok && response.status !== 416) throw toApiError(response.status, error)
  await response.body?.cancel().catch(() => undefined)
}

type Upload = {
  path: string
  file: File
  overwrite: boolean
  signal: AbortSignal
  /** How many bytes are on their way or there. */
  onProgress: (sentBytes: number) => void
}

/** Writes a file. By XMLHttpRequest: fetch does not tell how far an upload is. */
export function uploadFile({ path, file, overwrite, signal, onProgress }: Upload) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const query = new URLSearchParams({ path, ...(overwrite && { overwrite: 'true' }) })
    request.open('PUT', `/api/v1/files/content?${query}`)
    const headers = { ...csrfHeaders('PUT'), 'Content-Type': 'application/octet-stream' }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () =>
      request.status === 201
        ? resolve()
        : reject(toApiError(request.status, readable(request.responseText)))
    request.onerror = () => reject(new ApiError({ at: 'network' }))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function readable(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
