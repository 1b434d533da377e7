import { downloadFile } from '@muster/contract/uploads.ts'
import { queryOptions } from '@tanstack/react-query'
import type { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'

/** Loads the content of a stored file, which never changes; cached for a while. */
export function fileContentQuery(fileId: string) {
  return queryOptions<Blob, ApiError>({
    queryKey: ['fileContent', fileId],
    queryFn: async ({ signal }) => {
      const answer: unknown = await call(
        downloadFile,
        { params: { id: fileId } },
        { responseType: 'blob', signal },
      )
      return answer as Blob
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 2 * 60_000,
  })
}

/** Returns the media type without parameters. */
export function typeOf(content: Blob): string {
  return content.type.split(';')[0] ?? ''
}
