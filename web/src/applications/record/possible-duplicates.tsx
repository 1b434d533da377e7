import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { listPossibleDuplicates } from '@muster/contract/candidates.ts'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { endpointQuery, type RowOf } from '../../api/query.ts'
import { usePermission } from '../../session/session.ts'
import { TextLink } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './record.module.css'

const MergeDialog = lazy(() =>
  import('../../candidates/merge-dialog.tsx').then((module) => ({ default: module.MergeDialog })),
)

type Duplicate = RowOf<typeof listPossibleDuplicates>

const sameLabels = {
  email: msg`same email`,
  phone: msg`same phone`,
  profileUrl: msg`same profile`,
  name: msg`similar name`,
  location: msg`same location`,
  currentCompany: msg`same company`,
  emailName: msg`similar email`,
}

function duplicatesQuery(candidateId: string) {
  return { ...endpointQuery(listPossibleDuplicates, { params: { id: candidateId } }), staleTime: 5 * 60_000 }
}

function DuplicateRow({ person, onMerge }: { person: Duplicate; onMerge: (() => void) | undefined }) {
  const why = person.sameAs.map((each) => t(sameLabels[each])).join(', ')
  const [latest] = person.applications
  return (
    <li>
      <span className={classes.other}>
        <TextLink to="/candidates/$id" params={{ id: person.id }} className={classes.otherName}>
          {person.name}
        </TextLink>
        <span className={classes.caption}>{why}</span>
      </span>
      {latest && (
        <span className={classes.otherStatus}>
          <TextLink to="/applications/$id" params={{ id: latest.id }} size="xs">
            {latest.position.name}
          </TextLink>
          <span className={classes.caption}>{latest.status.name}</span>
        </span>
      )}
      {onMerge && (
        <Button size="xs" variant="default" aria-label={t`Merge with ${person.name}…`} onClick={onMerge}>
          <Trans>Merge…</Trans>
        </Button>
      )}
    </li>
  )
}

interface PossibleDuplicatesProps {
  candidateId: string
  /** What comes below, once it is known whether there are any: nothing jumps. */
  children: ReactNode
}

/** Lists candidates who may be the same person, with the reasons. */
export function PossibleDuplicates({ candidateId, children }: PossibleDuplicatesProps) {
  const mayReadCandidates = usePermission('candidates:read')
  const { data, isPending } = useQuery({ ...duplicatesQuery(candidateId), enabled: mayReadCandidates })
  return (
    <>
      {data && data.items.length > 0 && <Duplicates candidateId={candidateId} items={data.items} />}
      {!isPending && children}
    </>
  )
}

function Duplicates({ candidateId, items }: { candidateId: string; items: readonly Duplicate[] }) {
  const mayMerge = usePermission('candidates:write')
  const [mergingId, setMergingId] = useState<string | null>(null)
  const navigate = useNavigate()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const open = items.find((person) => person.id === mergingId)
  const certain = items.some((person) => person.certain)
  return (
    <div className={classes.noPrint}>
      <Section
        title={t`Possible duplicates`}
        text={
          <span className={classes.hintLine}>
            <IconUsers size={14} stroke={1.6} aria-hidden />
            {certain ? (
              <Trans>Another candidate has the same contact details.</Trans>
            ) : (
              <Trans>Another candidate looks very similar.</Trans>
            )}
          </span>
        }
      >
        <ul className={`${classes.rows} ${classes.duplicates}`}>
          {items.map((person) => (
            <DuplicateRow
              key={person.id}
              person={person}
              onMerge={mayMerge ? () => setMergingId(person.id) : undefined}
            />
          ))}
        </ul>
      </Section>
      {open && (
        <Suspense>
          <MergeDialog
            survivorId={candidateId}
            mergedId={open.id}
            onClose={() => setMergingId(null)}
            onMerged={({ survivor, merged }) => {
              // The merge swapped them: show the candidate that remains.
              if (here.startsWith(`/candidates/${merged.id}`))
                void navigate({ to: '/candidates/$id', params: { id: survivor.id }, replace: true })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
