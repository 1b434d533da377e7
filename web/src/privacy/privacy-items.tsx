import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { downloadEverything } from '@muster/contract/privacy.ts'
import { IconDownload, IconEraser } from '@tabler/icons-react'
import { downloadFile } from '../exports/download-export.ts'

interface PrivacyItemsProps {
  candidateId: string
  onErase: () => void
}

/** The privacy actions on a candidate, in a menu: export all their data, or erase them. */
export function PrivacyItems({ candidateId, onErase }: PrivacyItemsProps) {
  return (
    <>
      <Menu.Item
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        onClick={() => void downloadFile(downloadEverything, { id: candidateId })}
      >
        <Trans>Export all data</Trans>
      </Menu.Item>
      <Menu.Item leftSection={<IconEraser size={16} stroke={1.6} aria-hidden />} onClick={onErase}>
        <Trans>Erase permanently…</Trans>
      </Menu.Item>
    </>
  )
}
