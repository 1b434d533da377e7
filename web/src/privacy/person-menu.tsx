import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { downloadEverything } from '@muster/contract/privacy.ts'
import { IconDotsVertical, IconDownload, IconEraser } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { downloadFile } from '../exports/download-export.ts'

const EraseDialog = lazy(() =>
  import('./erase-dialog.tsx').then((module) => ({ default: module.EraseDialog })),
)

interface PersonMenuProps {
  person: { id: string; name: string }
  onErased: () => void
}

/** The privacy actions on a candidate: export all their data, or erase them. */
export function PersonMenu({ person, onErased }: PersonMenuProps) {
  const [erasing, setErasing] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t`Privacy options for ${person.name}`} title={t`Privacy`}>
            <IconDotsVertical size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
            onClick={() => void downloadFile(downloadEverything, { id: person.id })}
          >
            <Trans>Export all data</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={<IconEraser size={16} stroke={1.6} aria-hidden />}
            onClick={() => setErasing(true)}
          >
            <Trans>Erase permanently…</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {erasing && <EraseDialog person={person} onClose={() => setErasing(false)} onErased={onErased} />}
      </Suspense>
    </>
  )
}
