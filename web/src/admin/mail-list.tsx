import { t } from '@lingui/core/macro'
import { listMails } from '@muster/contract/admin.ts'
import { IconMail } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { TextLink } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import classes from './mail-list.module.css'

type Mail = RowOf<typeof listMails>

const MailDrawer = lazy(() => import('./mail-drawer.tsx').then((module) => ({ default: module.MailDrawer })))

const route = getRouteApi('/admin')

function fate({ error, sentAt }: Mail): string {
  if (error) return t`Not sent: ${error}`
  return sentAt ? t`Sent` : t`Kept here`
}

const mailColumns = (): Column<Mail>[] => [
  {
    id: 'subject',
    header: t`Subject`,
    width: 'minmax(180px, 2fr)',
    cell: ({ id, subject }) => (
      <TextLink to="/admin" search={{ tab: 'mails', mail: id }} className={classes.subject}>
        {subject}
      </TextLink>
    ),
  },
  {
    id: 'to',
    header: t({ message: 'To', context: 'whom a mail is for' }),
    from: 'sm',
    width: 'minmax(160px, 1fr)',
    cell: ({ to }) => to,
  },
  { id: 'sentAt', header: t`State`, from: 'sm', cell: fate },
  {
    id: 'createdAt',
    header: t`Written`,
    width: '130px',
    align: 'right',
    cell: (mail) => <When at={mail.createdAt} />,
  },
]

/** The mail the installation wrote. Without an SMTP server it waits here to be read. */
export function MailList() {
  const { mail: openId } = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listMails)
  const columns = useMemo(mailColumns, [])
  const openMail = pages.rows.find((mail) => mail.id === openId)
  return (
    <>
      <DataTable
        label={t`Mail`}
        columns={columns}
        pages={pages}
        activeId={openId}
        onOpen={({ id }) => navigate({ search: { tab: 'mails', mail: id } })}
        empty={
          <EmptyState
            icon={IconMail}
            title={t`No mail yet`}
            text={t`Invitations and links to set a password appear here as they are written.`}
          />
        }
      />
      <Suspense>
        {openMail && <MailDrawer mail={openMail} onClose={() => navigate({ search: { tab: 'mails' } })} />}
      </Suspense>
    </>
  )
}
