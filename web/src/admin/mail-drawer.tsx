import { Trans } from '@lingui/react/macro'
import { Drawer, Text } from '@mantine/core'
import type { listMails } from '@muster/contract/admin.ts'
import type { RowOf } from '../api/query.ts'
import { formatDateTime } from '../ui/format.ts'
import { useOpened } from '../ui/use-opened.ts'
import classes from './mail-drawer.module.css'

interface MailDrawerProps {
  mail: RowOf<typeof listMails>
  onClose: () => void
}

/** Addresses in the text become links; the rest stays as it was written. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that does not change
      <a key={index} href={part}>
        {part}
      </a>
    ),
  )
}

export function MailDrawer({ mail, onClose }: MailDrawerProps) {
  return (
    <Drawer opened={useOpened(true)} onClose={onClose} position="right" title={mail.subject}>
      <Text c="dimmed">
        <Trans>
          To {mail.to}, {formatDateTime(mail.createdAt)}
        </Trans>
      </Text>
      <pre className={classes.text}>{withLinks(mail.text)}</pre>
    </Drawer>
  )
}
