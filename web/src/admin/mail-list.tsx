import { plural, t } from '@lingui/core/macro'
import { listMails } from '@muster/contract/admin.ts'
import { IconMail } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatTotal } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import classes from './admin.module.css'
import { mailStateLabels } from './admin-labels.ts'
import { type MailsSearch, mailStates, rowsOf } from './admin-search.ts'
import { useOpenedRow } from './use-opened-row.ts'

type Mail = RowOf<typeof listMails>

const MailDrawer = lazy(() => import('./mail-drawer.tsx').then((module) => ({ default: module.MailDrawer })))

const route = getRouteApi('/admin/mails')

function Subject({ mail: { id, subject } }: { mail: Mail }) {
  return (
    <TextLink
      from="/admin/mails"
      to="/admin/mails"
      search={(now) => ({ ...now, open: id })}
      className={classes.link}
      title={subject}
    >
      {subject}
    </TextLink>
  )
}

function Fate({ mail: { state, error } }: { mail: Mail }) {
  return (
    <span className={state === 'failed' ? classes.late : undefined} title={error ?? undefined}>
      {t(mailStateLabels[state])}
    </span>
  )
}

const mailColumns = (): Column<Mail>[] => [
  {
    id: 'subject',
    header: t`Subject`,
    width: 'minmax(180px, 2fr)',
    cell: (mail) => <Subject mail={mail} />,
  },
  {
    id: 'to',
    header: t({ message: 'To', context: 'whom a mail is for' }),
    width: 'minmax(160px, 1fr)',
    cell: ({ to }) => <span className={classes.cut}>{to}</span>,
  },
  {
    id: 'workspace',
    header: t`Workspace`,
    from: 'lg',
    width: 'minmax(120px, 1fr)',
    cell: ({ workspace }) => <span className={classes.cut}>{workspace.name}</span>,
  },
  { id: 'state', header: t`State`, width: '120px', cell: (mail) => <Fate mail={mail} /> },
  {
    id: 'createdAt',
    header: t`Created`,
    width: '130px',
    align: 'right',
    cell: (mail) => <When at={mail.createdAt} />,
  },
]

/** Lists the emails that the installation sent. Without an SMTP server they wait here to be read. */
export function MailList() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = rowsOf(search)
  const pages = usePages(listMails, { query })
  const columns = useMemo(mailColumns, [])
  const change = (changes: MailsSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const total = pages.total && formatTotal(pages.total)
  const close = () => change({ open: undefined })
  const opened = useOpenedRow(listMails, pages, search.open, close)
  return (
    <>
      <ListToolbar
        total={pages.total && plural(pages.total.value, { one: `${total} email`, other: `${total} emails` })}
      >
        <SearchInput label={t`Search emails`} value={search.q} onChange={(q) => change({ q })} />
        <ChoiceChip
          label={t`State`}
          any={t`any`}
          choices={mailStates.map((value) => ({ value, label: t(mailStateLabels[value]) }))}
          values={search.state}
          onChange={(state) => change({ state: state as MailsSearch['state'] })}
        />
      </ListToolbar>
      <DataTable
        label={t`Emails`}
        columns={columns}
        pages={pages}
        activeId={search.open}
        onOpen={({ id }) => change({ open: id })}
        card={(mail) => (
          <div className={classes.card}>
            <span className={classes.who}>
              <Subject mail={mail} />
              <span className={classes.caption}>{mail.to}</span>
            </span>
            <span className={classes.cardFacts}>
              <Fate mail={mail} />
              <span className={classes.caption}>
                <When at={mail.createdAt} />
              </span>
            </span>
          </div>
        )}
        placeKey={`admin mails ${JSON.stringify(query)}`}
        empty={
          <EmptyState
            icon={IconMail}
            title={t`No emails`}
            text={t`Invitations and password links appear here.`}
          />
        }
      />
      <Suspense>{opened && <MailDrawer mail={opened} onClose={close} />}</Suspense>
    </>
  )
}
