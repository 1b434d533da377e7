import { queryOptions } from '@tanstack/react-query'
import type { ApiError } from '../api/api-error.ts'
import { type FileRef, loadFile } from './open-file.ts'

/** Loads the content of a stored file, which never changes; cached for a while. A copy for clients may change. */
export function fileContentQuery(file: FileRef) {
  return queryOptions<Blob, ApiError>({
    queryKey: [file.covered ? 'downloadCoveredResume' : 'fileContent', file.id],
    queryFn: ({ signal }) => loadFile(file, signal),
    staleTime: file.covered ? 60_000 : Number.POSITIVE_INFINITY,
    gcTime: 2 * 60_000,
  })
}

/** Returns the media type without parameters. */
export function typeOf(content: Blob): string {
  return content.type.split(';')[0] ?? ''
}
