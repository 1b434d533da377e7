import { t } from '@lingui/core/macro'
import { listApplications } from '@muster/contract/applications.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { toastError } from '../ui/toast.tsx'
import type { ApplicationRow } from './queries.ts'

/**
 * The application an address opens the drawer with though it is not among the rows: far down, or filtered out.
 * Where there is none of this id any more, that is said and the drawer is given up.
 */
export function usePeeked(id: string | undefined, isAmongRows: boolean, giveUp: () => void) {
  const enabled = id !== undefined && !isAmongRows
  const query = { applicationId: [id ?? ''], limit: 1 }
  const { data } = useQuery({ ...endpointQuery(listApplications, { query }), enabled })
  const row: ApplicationRow | undefined = enabled ? data?.items[0] : undefined
  const missing = enabled && data !== undefined && !row
  const tell = useEffectEvent(() => {
    toastError(
      new ApiError('NOT_FOUND', t`It was deleted, or is not yours to see.`),
      t`This application cannot be shown`,
    )
    giveUp()
  })
  useEffect(() => {
    if (missing) tell()
  }, [missing])
  return row
}
