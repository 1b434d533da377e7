import { listCandidates } from '@muster/contract/candidates.ts'
import { IconAddressBook, IconPhoneOff, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { Chip } from '../ui/chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatDay, formatNumber, formatTotal } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import classes from './candidates.module.css'
import type { CandidatesSearch } from './routes.ts'
import { TagFilter } from './tag-filter.tsx'

type Candidate = RowOf<typeof listCandidates>

const AddCandidateDialog = lazy(() =>
  import('./add-candidate-dialog.tsx').then((module) => ({ default: module.AddCandidateDialog })),
)

const route = getRouteApi('/candidates')

function Name({ candidate }: { candidate: Candidate }) {
  return (
    <TextLink to="/candidates/$id" params={{ id: candidate.id }} className={classes.name}>
      {candidate.name}
    </TextLink>
  )
}

function Phone({ candidate }: { candidate: Candidate }) {
  if (!candidate.doNotCall) return candidate.phone
  return (
    <span className={classes.blocked} title="Asked not to be called">
      <IconPhoneOff size={14} stroke={1.6} role="img" aria-label="Do not call" />
      {candidate.phone}
    </span>
  )
}

const columns: Column<Candidate>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(150px, 1.4fr)',
    sort: 'name',
    cell: (candidate) => <Name candidate={candidate} />,
  },
  {
    id: 'email',
    header: 'E-mail',
    width: 'minmax(180px, 1.6fr)',
    cell: (candidate) => candidate.email,
  },
  { id: 'phone', header: 'Phone', width: '150px', cell: (candidate) => <Phone candidate={candidate} /> },
  {
    id: 'work',
    header: 'Current job',
    width: 'minmax(140px, 1.5fr)',
    from: 'lg',
    cell: ({ currentTitle, currentCompany }) => [currentTitle, currentCompany].filter(Boolean).join(' at '),
  },
  { id: 'location', header: 'Location', from: 'lg', cell: (candidate) => candidate.location },
  {
    id: 'tags',
    header: 'Tags',
    width: 'minmax(70px, 0.6fr)',
    from: 'lg',
    cell: (candidate) =>
      candidate.tags.map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      )),
  },
  {
    id: 'applications',
    header: 'Applications',
    width: '92px',
    align: 'right',
    cell: (candidate) => formatNumber(candidate.applicationCount),
  },
  {
    id: 'created',
    header: 'Added',
    width: '100px',
    sort: 'createdAt',
    cell: (candidate) => formatDay(candidate.createdAt),
  },
]

function card(candidate: Candidate) {
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <Name candidate={candidate} />
        <span className={classes.caption}>{formatDay(candidate.createdAt)}</span>
      </span>
      <span className={classes.line}>
        <span className={classes.cut}>{candidate.email ?? candidate.phone ?? candidate.location}</span>
        <span className={classes.caption}>
          {candidate.applicationCount === 1
            ? '1 application'
            : `${formatNumber(candidate.applicationCount)} applications`}
        </span>
      </span>
    </span>
  )
}

/** Everybody the workspace knows. */
export function CandidatesPage() {
  const { add, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listCandidates, { query: search })
  const mayWrite = usePermission('candidates:write')
  const change = (changes: CandidatesSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const filtered = Boolean(search.q || search.tag || search.doNotCall)
  const addButton = mayWrite && (
    <LinkButton
      to="/candidates"
      search={{ ...search, add: true }}
      leftSection={<IconPlus size={16} stroke={1.8} />}
    >
      Add candidate
    </LinkButton>
  )

  return (
    <Page
      title="Candidates"
      fill
      actions={addButton}
      toolbar={
        <>
          <SearchInput label="Search candidates" value={search.q} onChange={(q) => change({ q })} />
          <TagFilter value={search.tag} onChange={(tag) => change({ tag })} />
          <Chip
            label="Do not call"
            dashed={!search.doNotCall}
            aria-pressed={search.doNotCall === 'true'}
            value={search.doNotCall === 'false' ? 'no' : search.doNotCall && 'yes'}
            onClick={() => change({ doNotCall: search.doNotCall ? undefined : 'true' })}
            onRemove={search.doNotCall && (() => change({ doNotCall: undefined }))}
          />
          {pages.total && <span className={classes.caption}>{formatTotal(pages.total)} people</span>}
        </>
      }
    >
      <DataTable
        label="Candidates"
        columns={columns}
        pages={pages}
        sort={search.sort ?? '-createdAt'}
        onSort={(sort) => change({ sort: sort as CandidatesSearch['sort'] })}
        onOpen={(candidate) => navigate({ to: '/candidates/$id', params: { id: candidate.id } })}
        card={card}
        placeKey={JSON.stringify(search)}
        empty={
          filtered ? (
            <EmptyState
              icon={IconAddressBook}
              title="Nobody matches"
              text="Try fewer filters, or another spelling."
              action={
                <LinkButton to="/candidates" variant="default">
                  Show everybody
                </LinkButton>
              }
            />
          ) : (
            <EmptyState
              icon={IconAddressBook}
              title="No candidates yet"
              text="People come with their applications: add one, or import a file."
              action={addButton}
            />
          )
        }
      />
      {mayWrite && (
        <Suspense>{add && <AddCandidateDialog onClose={() => change({ add: undefined })} />}</Suspense>
      )}
    </Page>
  )
}
