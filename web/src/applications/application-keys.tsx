import { t } from '@lingui/core/macro'
import { modKey } from '../ui/kbd.tsx'
import { KeyHelpDialog } from '../ui/key-help-dialog.tsx'

/** The keys of an application's page. */
export function ApplicationKeys({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <KeyHelpDialog
      opened={opened}
      onClose={onClose}
      help={[
        { keys: ['j', 'k'], text: t`Next and previous of the list` },
        { keys: ['s', '1–9'], text: t`Move to a status` },
        { keys: ['←', '→'], text: t`From status to status in the stage bar` },
        { keys: ['c'], text: t`Write a comment` },
        { keys: [`${modKey} Enter`], text: t`Send the comment` },
        { keys: ['l', '1–9'], text: t`Log a call and what came of it` },
        { keys: ['e'], text: t`Close or reopen` },
        { keys: ['v'], text: t`Read the résumé large` },
        { keys: ['Enter', 'Esc'], text: t`Keep or cancel the change of a fact` },
        { keys: ['Esc'], text: t`Back to the list` },
        { keys: [`${modKey} K`], text: t`Search and commands` },
        { keys: ['?'], text: t`These keys` },
      ]}
    />
  )
}
