import { t } from '@lingui/core/macro'
import { modKey } from '../ui/kbd.tsx'
import { KeyHelpDialog } from '../ui/key-help-dialog.tsx'

/** Lists the keyboard shortcuts of the call desk. */
export function DeskKeys({ onClose }: { onClose: () => void }) {
  return (
    <KeyHelpDialog
      opened
      onClose={onClose}
      help={[
        { keys: ['1–9', '0'], text: t`Choose an outcome` },
        { keys: ['Backspace'], text: t`Back to all outcomes` },
        { keys: ['Enter'], text: t`Save and call next` },
        { keys: [`${modKey} Enter`], text: t`Save and call next while typing` },
        { keys: ['x'], text: t`Skip this candidate` },
        { keys: ['z'], text: t`Undo last call` },
        { keys: ['l'], text: t`Call the candidate` },
        { keys: ['h'], text: t`Hang up a call in the browser` },
        { keys: ['m'], text: t`Mute or unmute a call in the browser` },
        { keys: ['q'], text: t`Answer the questions` },
        { keys: ['n'], text: t`Write a note` },
        { keys: ['c'], text: t`Write a comment` },
        { keys: ['Esc'], text: t`Leave a field` },
        { keys: [`${modKey} K`], text: t`Search and commands` },
        { keys: ['?'], text: t`Show keyboard shortcuts` },
      ]}
    />
  )
}
