import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Text } from '@mantine/core'
import { listMails, resendMail } from '@muster/contract/admin.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate, type RowOf } from '../api/query.ts'
import { formatDateTime } from '../ui/format.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './mail-drawer.module.css'

interface MailDrawerProps {
  mail: RowOf<typeof listMails>
  onClose: () => void
}

/** Turns the URLs in a text into links. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not change
      <a key={index} href={part}>
        {part}
      </a>
    ),
  )
}

export function MailDrawer({ mail, onClose }: MailDrawerProps) {
  const { id, to, subject, text, createdAt, error, canResend } = mail
  const resend = useMutation({
    mutationFn: () => call(resendMail, { params: { id } }),
    onSuccess: () => toast(t`Sending to ${to}`),
    onError: (failure) => toastError(failure, t`Not sent`),
    onSettled: () => invalidate(listMails),
  })
  return (
    <Drawer opened={useOpened(true)} onClose={onClose} position="right" title={subject}>
      <Text c="dimmed">
        <Trans>
          To {to}, {formatDateTime(createdAt)}
        </Trans>
      </Text>
      {error && <Text className={classes.error}>{t`Not sent: ${error}`}</Text>}
      <pre className={classes.text}>{withLinks(text)}</pre>
      <Button
        variant="default"
        loading={resend.isPending}
        disabled={!canResend}
        title={canResend ? undefined : t`No mail server is configured. Emails are not sent.`}
        onClick={() => resend.mutate()}
      >
        <Trans>Resend email</Trans>
      </Button>
    </Drawer>
  )
}
