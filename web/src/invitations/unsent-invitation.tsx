import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, CopyButton, TextInput } from '@mantine/core'
import { listMails } from '@muster/contract/admin.ts'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import classes from './invitations.module.css'

/** Says beforehand that no email will be sent, and how the link reaches the new user. */
export function UnsentNotice() {
  const mayReadOutbox = usePermission('platform:manage')
  return (
    <p className={classes.notice} role="note">
      {mayReadOutbox ? (
        <Trans>No mail server is configured, so no email is sent. You can copy the link afterwards.</Trans>
      ) : (
        <Trans>
          No mail server is configured, so no email is sent. The operator of this installation finds the link
          in the email outbox.
        </Trans>
      )}
    </p>
  )
}

const linkIn = (text: string) => /\S+\/auth\/[\w-]+#token=\S+/.exec(text)?.[0]

/**
 * The link that was not emailed. Only those who may read the outbox see it: whoever has the link can sign in as the new
 * user.
 */
function UnsentLink({ email }: { email: string }) {
  const { data, error } = useQuery({
    ...endpointQuery(listMails, { query: { q: email, limit: 50 } }),
    staleTime: 0,
  })
  const mail = data?.items.find(({ to, text, state }) => to === email && state !== 'canceled' && linkIn(text))
  const link = mail && linkIn(mail.text)
  if (error || (data && !link))
    return (
      <p className={classes.notice} role="alert">
        <Trans>The link could not be loaded. It is in Admin, Emails.</Trans>
      </p>
    )
  return (
    <>
      <TextInput
        label={t`Invitation link`}
        description={t`Works once, within 7 days. Send it only to ${email}: it lets them in.`}
        readOnly
        value={link ?? ''}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={link ?? ''}>
        {({ copied, copy }) => (
          <Button
            disabled={!link}
            onClick={copy}
            leftSection={
              copied ? (
                <IconCheck size={16} stroke={1.6} aria-hidden />
              ) : (
                <IconCopy size={16} stroke={1.6} aria-hidden />
              )
            }
          >
            {copied ? <Trans>Copied</Trans> : <Trans>Copy link</Trans>}
          </Button>
        )}
      </CopyButton>
    </>
  )
}

/** What is left to do after somebody was invited or added without an email. */
export function UnsentInvitation({
  email,
  isAdded = false,
  onDone,
}: {
  email: string
  isAdded?: boolean
  onDone: () => void
}) {
  const mayReadOutbox = usePermission('platform:manage')
  return (
    <div className={classes.form}>
      <p role="status">
        {isAdded ? (
          <Trans>Added {email}. No email was sent.</Trans>
        ) : (
          <Trans>Invitation for {email} created. No email was sent.</Trans>
        )}
      </p>
      {mayReadOutbox ? (
        <UnsentLink email={email} />
      ) : (
        <p>
          <Trans>Ask the operator of this installation for the link. It is in the email outbox.</Trans>
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  )
}
