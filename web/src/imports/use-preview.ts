import { t } from '@lingui/core/macro'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { ImportCase } from '@muster/contract/import-cases.ts'
import type { ImportTarget } from '@muster/contract/import-fields.ts'
import { correctImport, previewImport } from '@muster/contract/import-preview.ts'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { newKey } from '../ui/new-key.ts'
import { toast, toastError } from '../ui/toast.tsx'
import type { ImportSettings } from './import-settings.ts'

export type Preview = ResponseOf<typeof previewImport>
export type PreviewRow = Preview['rows'][number]
export type Correction = CallOf<typeof correctImport>['body']['corrections'][number]

export interface PreviewFilter {
  only?: PreviewRow['result'] | undefined
  reason?: string | undefined
  case?: ImportCase | undefined
  lost?: ImportTarget | 'any' | undefined
}

const asksAgainAfterMs = 1000
const rowsOfPage = 100

/** What would become of the file: the figures, which grow while it is looked at, and the rows of a filter. */
export function usePreview(settings: ImportSettings, filter: PreviewFilter, { isOn }: { isOn: boolean }) {
  const client = useQueryClient()
  // Corrections are seen by the same look; other settings need another one.
  const text = JSON.stringify(settings)
  const body = useMemo(() => ({ ...(JSON.parse(text) as ImportSettings), snapshot: newKey() }), [text])
  const figures = useQuery({
    ...endpointQuery(previewImport, { body: { ...body, limit: 1 } }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Once it is started there is nothing to try any more.
    enabled: isOn,
    refetchInterval: ({ state }) => (state.data && !state.data.isComplete ? asksAgainAfterMs : false),
  })
  const rows = useInfiniteQuery({
    queryKey: [previewImport.name, 'pages', body, filter],
    queryFn: ({ signal, pageParam }) =>
      call(
        previewImport,
        { body: { ...body, ...filter, limit: rowsOfPage, cursor: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOn,
  })
  const correct = useMutation({
    mutationFn: (corrections: Correction[]) =>
      call(correctImport, { params: { id: settings.importId }, body: { corrections } }),
    onSuccess: ({ items }, corrections) => {
      client.setQueryData(['import-corrections', settings.importId], items)
      if (corrections.some(({ value }) => value !== null))
        toast(t`Corrected. The file itself is unchanged.`, () =>
          correct.mutate(corrections.map((one) => ({ ...one, value: null }))),
        )
    },
    onError: (error) => toastError(error, t`Correction not saved`),
    onSettled: () => invalidate(previewImport),
  })
  return { figures, rows, correct }
}
