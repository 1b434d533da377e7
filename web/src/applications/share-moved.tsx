import { listSubmissions } from '@muster/contract/submissions.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { endpointQuery, invalidate } from '../api/query.ts'
import { toastError } from '../ui/toast.tsx'
import { applicationQuery } from './application-query.ts'
import { ShareDialog } from './share-dialog.tsx'

interface ShareMovedProps {
  applicationIds: readonly string[]
  onClose: () => void
}

/** Shares applications with their clients, one after another, after they were moved to Submitted. */
export function ShareMoved({ applicationIds, onClose }: ShareMovedProps) {
  const [index, setIndex] = useState(0)
  const id = applicationIds[index] ?? ''
  const application = useQuery(applicationQuery(id))
  const submissions = useQuery(endpointQuery(listSubmissions, { query: { applicationId: id, limit: 1 } }))
  const next = () => (index + 1 < applicationIds.length ? setIndex(index + 1) : onClose())
  const error = application.error ?? submissions.error
  useEffect(() => {
    if (!error) return
    toastError(error)
    onClose()
  }, [error, onClose])
  if (!application.data || !submissions.data) return null
  const count = applicationIds.length
  return (
    <ShareDialog
      key={id}
      application={application.data}
      before={submissions.data.items[0]}
      opened
      {...(count > 1 && { progress: { number: index + 1, count }, onSkip: next })}
      onClose={onClose}
      onShared={() => {
        void invalidate(listSubmissions)
        next()
      }}
    />
  )
}
