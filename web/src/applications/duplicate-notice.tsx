import { Button } from '@mantine/core'
import { getCandidate } from '@muster/contract/candidates.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import type { KnownPerson } from './application-draft.ts'
import classes from './create-application-page.module.css'

const matched: Record<string, string> = {
  email: 'this e-mail',
  phone: 'this phone',
  profileUrl: 'this profile',
}

interface DuplicateNoticeProps {
  candidateId: string
  matchedBy: string
  onUse: (person: KnownPerson) => void
  onAddSecond: () => void
}

/** Somebody with the same contact data exists: take them, or insist that it is somebody else. */
export function DuplicateNotice({ candidateId, matchedBy, onUse, onAddSecond }: DuplicateNoticeProps) {
  const { data } = useQuery(endpointQuery(getCandidate, { params: { id: candidateId } }))
  return (
    <div className={classes.conflict} role="alert">
      <p>
        <strong>{data?.name ?? 'Somebody'}</strong> has {matched[matchedBy] ?? 'the same contact data'}{' '}
        already.
      </p>
      <div className={classes.resume}>
        <Button size="xs" disabled={!data} onClick={() => data && onUse(data)}>
          Use existing
        </Button>
        <Button size="xs" variant="default" onClick={onAddSecond}>
          Add a second person
        </Button>
      </div>
    </div>
  )
}
