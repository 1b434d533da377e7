import { t } from '@lingui/core/macro'
import { modKey } from '../../ui/kbd.tsx'
import { KeyHelpDialog } from '../../ui/key-help-dialog.tsx'

/** Lists the keyboard shortcuts of a record. */
export function RecordKeys({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <KeyHelpDialog
      opened={opened}
      onClose={onClose}
      help={[
        { keys: ['j', 'k'], text: t`Next or previous application` },
        { keys: ['s', '1–9'], text: t`Move to a status` },
        { keys: ['←', '→'], text: t`Previous or next status in the stage bar` },
        { keys: ['c'], text: t`Write a comment` },
        { keys: [`${modKey} Enter`], text: t`Send comment` },
        { keys: ['l', '1–9'], text: t`Log a call and its outcome` },
        { keys: ['e'], text: t`Close or reopen` },
        { keys: ['v'], text: t`Open the résumé full screen` },
        { keys: ['Enter', 'Esc'], text: t`Save or cancel an edit` },
        { keys: ['Esc'], text: t`Back to the list` },
        { keys: [`${modKey} K`], text: t`Search and commands` },
        { keys: ['?'], text: t`Show keyboard shortcuts` },
      ]}
    />
  )
}
