import { t } from '@lingui/core/macro'
import { listApplications } from '@muster/contract/applications.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { endpointQuery } from '../../api/query.ts'
import { toastError } from '../../ui/toast.tsx'
import type { ApplicationRow } from '../queries.ts'

/**
 * Loads the application in the address when it is not among the loaded rows: further down, or filtered out.
 * If it no longer exists, reports that and closes the drawer.
 */
export function usePeekedApplication(id: string | undefined, isAmongRows: boolean, onMissing: () => void) {
  const enabled = id !== undefined && !isAmongRows
  const query = { applicationId: [id ?? ''], limit: 1 }
  const { data } = useQuery({ ...endpointQuery(listApplications, { query }), enabled })
  const row: ApplicationRow | undefined = enabled ? data?.items[0] : undefined
  const missing = enabled && data !== undefined && !row
  const tell = useEffectEvent(() => {
    toastError(
      new ApiError('NOT_FOUND', t`It was deleted or you don’t have access to it.`),
      t`This application cannot be shown`,
    )
    onMissing()
  })
  useEffect(() => {
    if (missing) tell()
  }, [missing])
  return row
}
